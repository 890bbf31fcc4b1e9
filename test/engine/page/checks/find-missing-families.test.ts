import { describe, expect, it } from 'vitest';
import { DevToolsError } from '../../../../src/browser/index.ts';
import { findMissingFamilies } from '../../../../src/engine/page/checks/find-missing-families.ts';
import type { FamilyUse } from '../../../../src/injected/calls.ts';
import { openPrinted } from '../../../../src/pdf/index.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';
import { fakePage } from '../fake-page.ts';

interface Given {
  /** The families that the machine has. */
  installed?: string[];
  /** The fonts in which the text of each list is printed; none for a list without text. */
  used?: Record<string, string[]>;
  excess?: object[];
  hasLeft?: boolean;
}

/** A page in its own browser. Texts are found by their lists. */
function open({ installed = [], used = {}, excess = [], hasLeft = false }: Given = {}) {
  const { page, calls, posts } = fakePage(() => new Uint8Array(), {
    listInstalledFamilies: () => installed,
    endFamilyTexts: () => excess,
  });
  let asked = '';
  let texts: string[] = [];
  const send = async (command: string, params: { objectId?: string; arguments?: { value: string[] }[] } = {}) => {
    if (hasLeft) throw new DevToolsError('left');
    if (command === 'Runtime.callFunctionOn') {
      texts = params.arguments?.[0]?.value ?? [];
      return { result: { objectId: 'list' } };
    }
    if (command === 'Runtime.getProperties')
      return {
        result: texts.flatMap((css, index) => (used[css] ? [{ name: `${index}`, value: { objectId: css } }] : [])),
      };
    if (command === 'DOM.requestNode') {
      asked = params.objectId ?? '';
      return { nodeId: 1 };
    }
    if (command === 'CSS.getPlatformFontsForNode') return { fonts: used[asked]?.map((familyName) => ({ familyName })) };
    return {};
  };
  Object.assign(page, { browser: {}, send, installed: { world: 1, programs: new Set(['page']) } });
  const find = async (named: string[], boxed: FamilyUse[] = [], printed: Uint8Array[] = []) =>
    (
      await findMissingFamilies(
        page,
        named,
        boxed,
        printed.flatMap((pdf) => openPrinted(pdf)),
      )
    ).map(({ code, detail }) => [code, detail]);
  const looked = () => calls.flatMap(([name, names]) => (name === 'listInstalledFamilies' ? [names] : []));
  return { find, looked, posts };
}

const missing = (name: string, used: string) => [
  'font_missing',
  `The font "${name}" is not there: its text is printed in ${used}.`,
];

describe('a family that is nowhere', () => {
  it('is reported with what its text is printed in', async () => {
    const { find, looked, posts } = open({ used: { 'Acme, serif': ['Tinos', 'Noto'] } });
    expect(await find(['Acme, serif'])).toEqual([missing('Acme', 'Tinos, Noto')]);
    expect(looked()).toEqual([['Acme']]);
    expect(posts).toEqual([['DOM.enable'], ['CSS.disable'], ['DOM.disable']]);
  });

  it.each([
    ['no text has it', ['Acme, serif'], { used: {} }],
    ['its text has no font', ['Acme, serif'], { used: { 'Acme, serif': [] } }],
    ['its text has it after all', ['Acme, serif'], { used: { 'Acme, serif': ['ACME'] } }],
    ['another of the list is there', ['Acme, Other'], { installed: ['Other'], used: { 'Acme, Other': ['Other'] } }],
    ['the document has left', ['Acme, serif'], { hasLeft: true }],
  ])('is not reported if %s', async (_what, named, given) => {
    expect(await open(given).find(named)).toEqual([]);
  });

  it('is not looked for among lists that name none', async () => {
    const { find, looked } = open();
    expect([await find(['serif']), await find([]), looked()]).toEqual([[], [], []]);
  });

  it('is not looked for if the pages are printed in it', async () => {
    const { find, looked } = open({ used: { 'Helvetica Neue Acme, serif': ['x'], 'Helvetica, x': ['y'] } });
    expect(await find(['Helvetica'], [], [buildPages(1)])).toEqual([]);
    expect(looked()).toEqual([]);
    await find(['Helvetic'], [], [buildPages(1)]);
    expect(looked()).toEqual([['Helvetic']]);
  });

  it('is asked for once for a browser', async () => {
    const { find, looked } = open({ installed: ['Acme'] });
    await find(['Acme, serif']);
    await find(['ACME, serif', 'Other']);
    expect(looked()).toEqual([['Acme'], ['Other']]);
  });

  it('may be that of a margin box', async () => {
    const box = { css: 'Boxed, serif' } as FamilyUse;
    const { find } = open({ used: { 'Boxed, serif': ['Tinos'] } });
    expect(await find([], [box])).toEqual([missing('Boxed', 'Tinos')]);
  });

  it('is reported once, and five are', async () => {
    const names = Array.from({ length: 6 }, (_, index) => `Own${index}, serif`);
    const used = Object.fromEntries([...names, 'Own0, monospace'].map((css) => [css, ['Tinos']]));
    const five = names.slice(0, 5).map((css) => missing(css.split(',')[0] ?? '', 'Tinos'));
    expect(await open({ used }).find([...names.slice(0, 5), 'Own0, monospace'])).toEqual(five);
    expect(await open({ used }).find(names)).toEqual([
      ...five,
      ['font_missing', 'Only the first 5 missing fonts are named.'],
    ]);
  });

  it('is one of the first 200', async () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `Own${index}`);
    const { find, looked } = open({ used: { Own200: ['Tinos'] } });
    const unread = ['css_ignored', 'font-family: only 200 families are looked for.'];
    expect(await find(names(201))).toEqual([unread]);
    expect((looked()[0] as string[]).length).toBe(200);
    expect(await open().find(names(200))).toEqual([]);
    expect(await open({ installed: names(200) }).find(names(201))).toEqual([unread]);
  });

  it('is reported beside what was too much', async () => {
    const { find } = open({ excess: [{ of: 'familyTexts', limit: 7 }], used: { Acme: ['Tinos'] } });
    expect(await find(['Acme'])).toEqual([
      missing('Acme', 'Tinos'),
      ['css_ignored', 'font-family: only the first 7 texts of a document are checked for missing fonts.'],
    ]);
  });
});
