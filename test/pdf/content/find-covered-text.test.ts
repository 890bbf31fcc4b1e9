import { describe, expect, it } from 'vitest';
import { findCoveredText } from '../../../src/pdf/content/find-covered-text.ts';
import { buildDict, type PdfObject, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

const stream = (text: string, entries: Record<string, PdfObject> = {}) =>
  new PdfRef(new PdfStream(buildDict(entries), Buffer.from(text, 'latin1')));

/** A font whose characters are half as wide as high. */
const font = buildDict({
  Subtype: 'Type3',
  FontMatrix: [0.001, 0, 0, 0.001, 0, 0],
  FirstChar: 0,
  Widths: Array(256).fill(500),
});

/** The whole of a page, from its upper left corner. */
const everywhere = { left: 0, top: 0, width: 200, height: 100 };

/** A page whose content is 200 pixels wide and 100 high, in pixels from its upper left corner, as Chromium draws it. */
function buildPage(drawn: string, resources: Record<string, PdfObject> = {}, scale = 1): PdfRef {
  const contents = stream(`q 0 0 200 100 re W n\n${scale} 0 0 -${scale} 0 100 cm\n${drawn}\nQ`);
  return new PdfRef(
    buildDict({ Contents: contents, Resources: buildDict({ Font: buildDict({ F1: font }), ...resources }) }),
  );
}
const write = (text: string, x: number, y: number, size = 10) =>
  `BT /F1 ${size} Tf 1 0 0 -1 ${x} ${y} Tm <${Buffer.from(text).toString('hex')}> Tj ET`;
const fill = (x: number, y: number, width: number, height: number) => `${x} ${y} ${width} ${height} re f`;
const find = (drawn: string, place: object = everywhere, resources?: Record<string, PdfObject>) =>
  findCoveredText([buildPage(drawn, resources)], [place as typeof everywhere]);

describe('text that something covers', () => {
  it('is found below a box, an image and other text', async () => {
    expect(await find(`${write('Hello', 20, 50)} ${fill(10, 40, 100, 20)}`)).toEqual([[1]]);
    expect(await find(`${write('Hello', 20, 50)} ${write('World', 20, 50)}`)).toEqual([[1]]);
    const image = { XObject: buildDict({ X1: stream('', { Subtype: 'Image' }) }) };
    expect(await find(`${write('Hello', 20, 50)} q 100 0 0 20 10 40 cm /X1 Do Q`, everywhere, image)).toEqual([[1]]);
  });

  it.each([
    ['nothing is there', ''],
    ['nothing comes after it', `${fill(10, 40, 100, 20)} ${write('Hello', 20, 50)}`],
    ['the box is elsewhere', `${write('Hello', 20, 50)} ${fill(120, 40, 20, 20)}`],
    ['the box is above its letters', `${write('Hello', 20, 50)} ${fill(10, 20, 100, 20)}`],
    ['only boxes cover each other', `${fill(10, 40, 100, 20)} ${fill(10, 40, 100, 20)}`],
    ['the same text is its shadow', `${write('Hello', 20, 50)} ${write('Hello', 21, 51)}`],
    ['the text above it is a watermark', `${write('Hello', 20, 50)} ${write('DRAFT', 10, 60, 40)}`],
  ])('is not found if %s', async (_why, drawn) => {
    expect(await find(drawn)).toEqual([[]]);
  });

  it('is found by the width of its characters and its moves', async () => {
    // Five characters of 5 end at 45, after a move of 30 at 75.
    expect(await find(`${write('Hello', 20, 50)} ${fill(46, 40, 50, 20)}`)).toEqual([[]]);
    const moved = 'BT /F1 10 Tf 1 0 0 -1 20 50 Tm 30 0 Td (Hello) Tj ET';
    expect(await find(`${moved} ${fill(55, 40, 50, 20)}`)).toEqual([[1]]);
    const spaced = 'BT /F1 10 Tf 1 0 0 -1 20 50 Tm [(He) -3000 (llo)] TJ ET';
    expect(await find(`${spaced} ${fill(62, 40, 50, 20)}`)).toEqual([[1]]);
  });

  it('is found only below what hides at least half of it', async () => {
    const states = (alpha: number) => ({ ExtGState: buildDict({ G1: buildDict({ ca: alpha }) }) });
    const drawn = `${write('Hello', 20, 50)} /G1 gs ${fill(10, 40, 100, 20)}`;
    expect(await find(drawn, everywhere, states(0.5))).toEqual([[1]]);
    expect(await find(drawn, everywhere, states(0.4))).toEqual([[]]);
  });

  it.each<[string, string, string, boolean]>([
    ['half of the height of a letter at its end', 'Hello', fill(40, 40, 100, 20), false],
    ['more at its end', 'Hello', fill(39, 40, 100, 20), true],
    ['half of the height of a letter at its start', 'Hello', fill(10, 40, 15, 20), false],
    ['more at its start', 'Hello', fill(10, 40, 16, 20), true],
    ['half of a single letter', 'i', fill(10, 40, 12.5, 20), false],
    ['more of a single letter', 'i', fill(10, 40, 12.6, 20), true],
    ['less than 0.3 of its height from above', 'Hello', fill(10, 41, 100, 4.6), false],
    ['more of its height from above', 'Hello', fill(10, 41, 100, 4.8), true],
    ['less than 0.3 of its height from below', 'Hello', fill(10, 49.4, 100, 20), false],
    ['more of its height from below', 'Hello', fill(10, 49.2, 100, 20), true],
    ['a text that is twice as large', 'Hello', write('World', 20, 50, 20), true],
    ['a text that is larger', 'Hello', write('World', 20, 50, 20.1), false],
    ['a text that is turned', 'Hello', `BT /F1 10 Tf .8 .6 .6 -.8 20 50 Tm <${'41'.repeat(5)}> Tj ET`, false],
  ])('is found by how much is covered: %s', async (_what, text, above, isCovered) => {
    expect(await find(`${write(text, 20, 50)} ${above}`)).toEqual([isCovered ? [1] : []]);
  });

  it('is found only within the clip', async () => {
    expect(await find(`${write('Hello', 20, 50)} q 120 0 80 100 re W n ${fill(10, 40, 150, 20)} Q`)).toEqual([[]]);
    expect(await find(`${write('Hello', 20, 50)} q 15 0 80 100 re W n ${fill(10, 40, 150, 20)} Q`)).toEqual([[1]]);
  });

  it('is found below a pattern that paints something', async () => {
    const tiles = (content: string) => ({
      Pattern: buildDict({ P1: stream(content, { PatternType: 1, BBox: [0, 0, 9, 9] }) }),
    });
    const drawn = `${write('Hello', 20, 50)} /Pattern cs /P1 scn ${fill(10, 40, 100, 20)}`;
    expect(await find(drawn, everywhere, tiles('0 0 9 9 re f'))).toEqual([[1]]);
    expect(await find(drawn, everywhere, tiles(''))).toEqual([[]]);
  });

  it('is found only at its place', async () => {
    const drawn = `${write('Hello', 20, 50)} ${fill(10, 40, 100, 20)}`;
    expect(await find(drawn, { left: 0, top: 0, width: 200, height: 30 })).toEqual([[]]);
    expect(await find(drawn, { left: 10, top: 40, width: 100, height: 20 })).toEqual([[1]]);
    expect(await find(drawn, { right: 90, bottom: 40, width: 100, height: 20 })).toEqual([[1]]);
    expect(await find(drawn, { right: 0, bottom: 0, width: 100, height: 30 })).toEqual([[]]);
    expect(await find(drawn, { left: 0, right: 0, top: 30, bottom: 30, width: 0, height: 0 })).toEqual([[1]]);
  });

  const all = { left: 0, top: 0, width: 400, height: 200 };

  it.each<[string, object, boolean]>([
    ['all of the page', all, true],
    ['the text alone', { left: 40, top: 86, width: 50, height: 20 }, true],
    ['what is left of it', { ...all, width: 40 }, false],
    ['what is right of it', { right: 0, top: 0, width: 310, height: 200 }, false],
    ['some of it from the right', { right: 0, top: 0, width: 330, height: 200 }, true],
    ['it, a distance from the right', { right: 310, top: 0, width: 90, height: 200 }, true],
    ['what is left of it, a distance from the right', { right: 360, top: 0, width: 40, height: 200 }, false],
    ['what is left of it, between two sides', { ...all, right: 360, width: 0 }, false],
    ['it, between two sides', { ...all, right: 310, width: 0 }, true],
    ['what is above it', { ...all, height: 86 }, false],
    ['what is down to its end', { ...all, height: 104 }, true],
    ['what is below it', { left: 0, bottom: 0, width: 400, height: 96 }, false],
    ['it, a distance from below', { left: 0, bottom: 96, width: 400, height: 20 }, true],
    ['what is above it, a distance from below', { left: 0, bottom: 114, width: 400, height: 86 }, false],
    ['what is above it, between both', { ...all, bottom: 114, height: 0 }, false],
    ['it, between both', { ...all, bottom: 96, height: 0 }, true],
  ])('is found by pixels on a page of half their size, at %s', async (_what, place, isFound) => {
    const page = buildPage(`${write('Hello', 40, 100, 20)} ${fill(20, 80, 200, 40)}`, {}, 0.5);
    expect(await findCoveredText([page], [place as typeof everywhere])).toEqual([isFound ? [1] : []]);
  });

  it('is found on its page', async () => {
    const covered = `${write('Hello', 20, 50)} ${fill(10, 40, 100, 20)}`;
    const pages = [buildPage(''), buildPage(covered), buildPage(write('Hello', 20, 50)), buildPage(covered)];
    expect(await findCoveredText(pages, [everywhere])).toEqual([[2, 4]]);
  });
});
