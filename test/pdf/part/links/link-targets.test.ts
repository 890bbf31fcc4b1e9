import { describe, expect, it } from 'vitest';
import {
  asDict,
  asString,
  buildDict,
  type PdfDict,
  type PdfObject,
  PdfRef,
  PdfString,
} from '../../../../src/pdf/objects/objects.ts';
import { Destinations } from '../../../../src/pdf/part/links/destinations.ts';
import { LinkTargets } from '../../../../src/pdf/part/links/link-targets.ts';
import type { MergePart } from '../../../../src/pdf/part/merge-part.ts';
import type { OpenPart } from '../../../../src/pdf/part/open-part.ts';

const origin = 'https://one.invalid/';

interface Choices extends Partial<MergePart> {
  /** The name that its last page has. */
  place?: string;
  base?: string;
  cut?: boolean;
  before?: number;
}

/** A part with two pages of the height 100. */
function open({ place, base, cut = false, before = 0, ...part }: Choices = {}): OpenPart {
  const pages = [0, 1].map(() => new PdfRef(buildDict({ Type: 'Page', MediaBox: [5, 0, 200, 100] })));
  return {
    index: 0,
    part: { pdf: new Uint8Array(), foreign: false, ...part },
    catalog: buildDict({
      Dests: place === undefined ? undefined : buildDict({ [place]: [pages[1] as PdfRef, 'Fit'] }),
      URI: base === undefined ? undefined : buildDict({ Base: new PdfString(base) }),
    }),
    pages,
    kept: [0, 2],
    numbers: [before, before + 2],
    before,
    cut,
  } as unknown as OpenPart;
}

const uri = (address: string) => buildDict({ S: 'URI', URI: new PdfString(address) });

/** Where a link of the first part leads: "part.page top", the name of a place, an address in angles, or nowhere. */
function read(action: PdfDict | string, parts: OpenPart[], stampOrigins: string[] = []): string {
  const targets = new LinkTargets(parts, new Destinations(parts), stampOrigins);
  const from = buildDict({ A: typeof action === 'string' ? uri(action) : action });
  const found = targets.read(parts[0] as OpenPart, from);
  if (found === undefined) return 'nowhere';
  if (found instanceof PdfString) return `#${found.bytes}`;
  if (!Array.isArray(found)) return `<${asString(found.get('URI'))}>`;
  const [page, , left, top] = found as PdfObject[];
  const at = parts.flatMap(({ pages }, part) => pages.map((each, index) => [each, `${part}.${index}`] as const));
  return `${at.find(([each]) => each === page)?.[1]} ${left} ${top}`;
}

describe('a link to the made-up address of a part', () => {
  const two = () => open({ origin: 'https://two.invalid/', names: ['two.html'], place: 'end' });
  const parts = (more: Choices = {}) => [open({ origin, names: ['one.html'], place: 'here', ...more }), two()];

  it.each<[string, string]>([
    [origin, '0.0 5 100'],
    [`${origin}#top`, '0.0 5 100'],
    [`${origin}#here`, '#here'],
    [`${origin}#end`, '#end'],
    [`${origin}#gone`, 'nowhere'],
    [`${origin}one.html`, '0.0 5 100'],
    [`${origin}one.html#here`, '#here'],
    [`${origin}one.html#end`, 'nowhere'],
    [`${origin}two.html`, '1.0 5 100'],
    [`${origin}two.html#end`, '#end'],
    [`${origin}two.html#gone`, '1.0 5 100'],
    [`${origin}two%2Ehtml#end`, '#end'],
    [`${origin}three.html`, 'nowhere'],
    ['https://two.invalid/', '1.0 5 100'],
    ['https://two.invalid/#end', '#end'],
  ])('%s leads to %s', (address, target) => {
    expect(read(address, parts())).toBe(target);
  });

  it('leads to the first of several parts of a name, but to the linking one before them', () => {
    const named = () => open({ names: ['a/page.html'], origin: 'https://named.invalid/' });
    const from = open({ origin, names: ['a/first.html'] });
    expect(read(`${origin}page.html`, [from, named(), named()])).toBe('1.0 5 100');
    expect(read(`${origin}page.html`, [open({ origin, names: ['a/page.html'] }), named()])).toBe('0.0 5 100');
    expect(read(`${origin}page.html`, [open({ origin, names: ['b/page.html', 'b/other.html'] }), named()])).toBe(
      '0.0 5 100',
    );
  });

  it('leads to the part of the page from what is drawn over it', () => {
    const stamp = 'https://stamp.invalid/';
    expect(read(stamp, parts(), [stamp])).toBe('0.0 5 100');
    expect(read(`${stamp}#here`, parts(), [stamp])).toBe('#here');
    expect(read(stamp, parts())).toBe(`<${stamp}>`);
  });

  it('leads to the top of a place of a contents page, or to its height on the page', () => {
    const places = [
      { part: 1, page: 2 },
      { part: 1, page: 2, y: 30 },
      { part: 1, page: 1 },
      { part: 0, page: 0, y: 7 },
    ];
    const all = () => [open({ origin, places }), open({ before: 3 })];
    const find = (address: string) => read(`${origin}${address}`, all());
    expect([0, 1, 2, 3].map((place) => find(`.toc/${place}`))).toEqual(['1.1 5 100', '1.1 5 30', 'nowhere', '0.0 5 7']);
    expect(find('.toc/4')).toBe('nowhere');
    expect(find('other')).toBe('nowhere');
  });

  it('is left out where an address only names its host', () => {
    expect(read('https://a.b/?u=https://one.invalid/x', parts())).toBe('nowhere');
    expect(read('https://a.b/?u=https://ONE.invalid/x', parts())).toBe('nowhere');
    expect(read('https://a.b/?u=https%3A%2F%2Fone%2Einvalid', parts())).toBe('nowhere');
    expect(read('https://a.b/%E9one.invalid', parts())).toBe('nowhere');
    expect(read('https://a.b/?u=other.invalid', parts())).toBe('<https://a.b/?u=other.invalid>');
  });

  it.each([
    [`${origin}terms.html#a%20b`, 'terms.html#a b'],
    [origin, 'nowhere'],
    ['https://a.b/c', 'https://a.b/c'],
    ['mailto', 'mailto'],
    ['', 'nowhere'],
  ])('%j is named %j', (address, name) => {
    const all = parts();
    expect(new LinkTargets(all, new Destinations(all), []).nameAddress(address)).toBe(name);
  });
});

describe("a link of a user's PDF", () => {
  const file = (more: Choices = {}) => open({ foreign: true, names: ['one.pdf'], ...more });
  const other = (more: Choices = {}) => open({ foreign: true, names: ['two.pdf'], place: 'end', ...more });

  it.each<[string, string]>([
    ['two.pdf', '1.0 5 100'],
    ['two.pdf#end', '#end'],
    ['two.pdf#nameddest=end', '#end'],
    ['two.pdf#page=1', '1.0 5 100'],
    ['two.pdf#page=3', '1.1 5 100'],
    ['two.pdf#page=3&zoom=9', '1.1 5 100'],
    ['two.pdf#page=2', '1.0 5 100'],
    ['two.pdf#gone', '1.0 5 100'],
    ['one.pdf', '0.0 5 100'],
    ['one.pdf#top', '0.0 5 100'],
    ['one.pdf#gone', 'nowhere'],
    ['three.pdf', 'nowhere'],
    ['https://a.b/', '<https://a.b/>'],
  ])('to the file %s leads to %s', (address, target) => {
    expect(read(address, [file(), other()])).toBe(target);
  });

  it('to a part of ours has no page numbers and no named destinations', () => {
    const ours = open({ names: ['two.html'], place: 'end' });
    expect(read('two.html#end', [file(), ours])).toBe('#end');
    expect(read('two.html#nameddest=end', [file(), ours])).toBe('1.0 5 100');
    expect(read('two.html#page=3', [file(), ours])).toBe('1.0 5 100');
  });

  it.each<[string, PdfObject | undefined, Choices, string]>([
    ['a name', new PdfString('end'), {}, '#end'],
    ['a name that is not there', new PdfString('gone'), {}, '1.0 5 100'],
    ['a name that may have been cut off', new PdfString('gone'), { cut: true }, 'nowhere'],
    ['no place', undefined, {}, '1.0 5 100'],
  ])('to another file by %s', (_what, D, more, target) => {
    const action = buildDict({ S: 'GoToR', F: new PdfString('two.pdf'), D });
    expect(read(action, [file(), other(more)])).toBe(target);
  });

  it.each<[string, string, string]>([
    ['https://a.b/c/d.html', 'two.pdf', '<https://a.b/c/two.pdf>'],
    ['https://a.b/c/', '/x', '<https://a.b/x>'],
    ['https://a.b/c/', 'https://e.f/', '<https://e.f/>'],
    ['https://a.b/c/', 'MAILTO:x@y.z', '<MAILTO:x@y.z>'],
    ['no base', 'two.pdf', 'nowhere'],
  ])('with the base %s and the address %s leads to %s', (base, address, target) => {
    expect(read(address, [file({ base }), other()])).toBe(target);
  });

  it('by a file action stays one to a file, whatever the base is', () => {
    const action = buildDict({ S: 'GoToR', F: new PdfString('two.pdf') });
    expect(read(action, [file({ base: 'https://a.b/' }), other()])).toBe('1.0 5 100');
  });

  it('leads to no file in a page of ours, whose base means nothing', () => {
    expect(read('two.pdf', [open({ base: 'https://a.b/' }), other()])).toBe('nowhere');
    const action = buildDict({ S: 'GoToR', F: new PdfString('two.pdf') });
    const all = [open(), other()];
    expect(new LinkTargets(all, new Destinations(all), []).findFile(all[0] as OpenPart, action)).toBeUndefined();
    expect(asDict(action)?.get('S')).toBe('GoToR');
  });
});
