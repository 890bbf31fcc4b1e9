import { describe, expect, test } from 'vitest';
import { DevToolsError } from '../../../../src/browser/index.ts';
import type { Page } from '../../../../src/engine/page/open/page.ts';
import { addTranslatedSheets, translateSheets } from '../../../../src/engine/page/paged/translate-sheets.ts';
import { noSheets } from '../nothing-paged.ts';

interface Sheet {
  text: string;
  /** Characters that DevTools says it has. */
  length?: number;
  frame?: string;
  isImport?: boolean;
  /** What writing it fails with. */
  failure?: Error;
}

interface Given {
  styles?: string[];
  tooLong?: number | null;
  isNamed?: boolean;
  added?: Parameters<typeof translateSheets>[2];
}

/** Translates the style sheets of a page. */
async function translate(sheets: Sheet[], { styles = [], tooLong = null, isNamed, added }: Given = {}) {
  const done: unknown[] = [];
  const written: string[] = [];
  let read = 0;
  let add: (event: object) => void = () => undefined;
  const page = {
    frame: 'main',
    on: (_: string, listener: typeof add) => {
      add = listener;
    },
    post: (method: string) => done.push(method),
    call: async (name: string, ...args: unknown[]) => {
      done.push(name === 'listStyles' ? name : [name, ...args]);
      return { styles, tooLong };
    },
    send: async (method: string, { styleSheetId = '', text = '' }: { styleSheetId?: string; text?: string } = {}) => {
      const sheet = sheets[Number(styleSheetId)];
      if (method === 'CSS.enable')
        for (const [at, { text: own, length = own.length, frame = 'main', isImport }] of sheets.entries())
          add({ header: { styleSheetId: `${at}`, frameId: frame, length, ...(!isImport && { ownerNode: 1 }) } });
      if (method === 'CSS.getStyleSheetText') read += 1;
      if (method !== 'CSS.setStyleSheetText') return { text: sheet?.text };
      if (sheet?.failure) throw sheet.failure;
      return written.push(text);
    },
  };
  const found = await translateSheets(page as unknown as Page, isNamed, added);
  return { found, done, written, read };
}

const paged = 'h1 { string-set: a content() }';
const translated = 'h1 { --platen-string-set: a content() }';
const disabled = ['DOM.enable', 'CSS.disable', 'DOM.disable'];

describe('the style sheets of a page', () => {
  test('are read, and stay if they name nothing of paged media', async () => {
    const { found, done, written } = await translate([{ text: 'p { color: red }' }]);
    expect(found).toEqual(noSheets);
    expect([done, written]).toEqual([disabled, []]);
  });

  test.each([
    ['p { hyphens: auto }', { asksHyphens: true }],
    ['p { filter: blur(1px) }', { hasEffects: true }],
    ['p { position: fixed }', { hasFixed: true }],
    ['p { position: sticky }', { hasSticky: true }],
    ['p { color: device-cmyk(0 1 1 0) }', { named: true, changed: true, isInRgb: true }],
    ['@page { bleed: 3mm }', { named: true, changed: true, hasTrim: true }],
    ['p { string-set: x; bleed: 3mm }', { named: true, changed: true, unsupported: ['bleed: 3mm'] }],
    ['a::after { content: target-counter(attr(href), page) }', { named: true, changed: false }],
  ])('are known by what is in them: %s', async (text, facts) => {
    expect((await translate([{ text }, { text: 'b {}' }])).found).toMatchObject(facts);
  });

  test('of the main frame are translated, those of others are not read', async () => {
    const { written, read } = await translate([{ text: paged, frame: 'inner' }, { text: paged }, { text: 'b {}' }]);
    expect([written.map((text) => text.trim()), read]).toEqual([[translated], 2]);
  });

  test.each([
    [200, 200, []],
    [201, 200, ['CSS for paged media in more than 200 style sheets']],
    [300, 200, ['CSS for paged media in more than 200 style sheets']],
  ])('of %i, %i are read', async (count, readCount, unsupported) => {
    const { found, read } = await translate(Array.from({ length: count }, () => ({ text: 'b {}' })));
    expect([read, found.unsupported]).toEqual([readCount, unsupported]);
  });

  test.each([
    [8 * 1024 * 1024 - 4, 2, []],
    [8 * 1024 * 1024 - 3, 1, ['CSS for paged media in more than 8 MB of style sheets']],
  ])('of %i characters and 4 more, %i are read', async (length, readCount, unsupported) => {
    const { found, read } = await translate([
      { text: 'a {}', length },
      { text: 'b {}' },
      ...(readCount === 1 ? [{ text: 'c {}' }] : []),
    ]);
    expect([read, found.unsupported]).toEqual([readCount, unsupported]);
  });

  test.each([
    [0, 2, []],
    [1, 1, ['CSS for paged media in more than 1 MB of style sheets']],
  ])('of a megabyte and %i characters with paged media, %i are translated', async (more, count, unsupported) => {
    const text = `${paged}/*${'x'.repeat(1024 * 1024 - 2 * paged.length - 4 + more)}*/`;
    const { found, written } = await translate([{ text }, { text: paged }]);
    expect([written.length, found.unsupported, found.named]).toEqual([count, unsupported, true]);
  });
});

describe('a style sheet that another one imports', () => {
  const importing = { text: `@import "a.css"; ${paged}` };
  const gone = new DevToolsError('No style sheet with given id found');
  const both = ['CSS for paged media in a style sheet that is imported by another one with it'];

  test('is loaded again once that is translated, which is reported', async () => {
    const { found, done } = await translate([importing, { text: paged, isImport: true, failure: gone }]);
    expect([found.changed, found.unsupported, done.slice(0, 3)]).toEqual([true, both, disabled]);
    expect((await translate([importing, { text: 'b {}', isImport: true }])).found.unsupported).toEqual([]);
    expect((await translate([importing, { text: paged }])).found.unsupported).toEqual([]);
    expect((await translate([{ text: '@import "a.css"' }, { text: paged, isImport: true }])).found.unsupported).toEqual(
      [],
    );
  });

  test('is an error if nothing says why it cannot be written', async () => {
    await expect(translate([{ text: paged, isImport: true, failure: gone }, importing])).rejects.toBe(gone);
    const failure = new Error('the browser is gone');
    await expect(translate([importing, { text: paged, isImport: true, failure }])).rejects.toBe(failure);
  });
});

describe('the styles of elements', () => {
  const replaced = (done: unknown[]) => done.filter((each) => Array.isArray(each));

  test('are looked at if a style sheet or the document names paged media', async () => {
    const styles = ['float: footnote', 'color: red'];
    expect((await translate([{ text: 'b {}' }], { styles })).done).not.toContain('listStyles');
    const byDocument = await translate([], { styles, isNamed: true });
    expect(replaced(byDocument.done)).toEqual([
      ['replaceStyles', [['float: footnote', '--platen-float: footnote\n'.trim()]]],
    ]);
    const bySheet = await translate([{ text: paged }], { styles: ['color: red'] });
    expect(bySheet.done).toContain('listStyles');
    expect(replaced(bySheet.done)).toEqual([]);
  });

  test('are reported with what has no effect, and beyond their limits', async () => {
    const { found } = await translate([], {
      styles: ['bleed: 1mm', 'color: device-cmyk(0 1 1 0)'],
      isNamed: true,
      tooLong: 10_000,
    });
    expect(found).toMatchObject({
      isInRgb: true,
      unsupported: ['CSS for paged media in styles of 10000 characters or more', 'bleed: 1mm'],
    });
    const many = (length: number) =>
      translate([], { isNamed: true, styles: Array.from({ length }, () => 'color: red') });
    expect((await many(1999)).found.unsupported).toEqual([]);
    expect((await many(2000)).found.unsupported).toEqual(['CSS for paged media in more than 2000 styles of elements']);
  });
});

describe('style sheets that are added', () => {
  test('are translated before, and count with those of the document', async () => {
    const asked: unknown[] = [];
    const page = { call: async (...given: unknown[]) => void asked.push(given) } as unknown as Page;
    const sheets = [
      'p { color: red }',
      '@page { bleed: 3mm; bleed-top: 1mm } p { color: device-cmyk(0 1 1 0) }',
      'b {}',
    ];
    const added = await addTranslatedSheets(page, sheets);
    expect(added).toEqual({ named: true, unsupported: ['bleed-top: 1mm'], isInRgb: true, hasTrim: true });
    expect(asked).toEqual([
      ['addSheets', ['p { color: red }', expect.stringContaining('scroll-padding-top: 3mm'), 'b {}']],
    ]);
    const { found, done } = await translate([], { added });
    expect(found).toMatchObject(added);
    expect(done).toContain('listStyles');
    expect(await addTranslatedSheets(page, ['b {}'])).toEqual({
      named: false,
      unsupported: [],
      isInRgb: false,
      hasTrim: false,
    });
  });
});
