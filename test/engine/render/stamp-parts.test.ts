import { describe, expect, onTestFinished, test } from 'vitest';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';
import { stampParts } from '../../../src/engine/render/stamp-parts.ts';
import type { TooTall } from '../../../src/injected/calls.ts';
import { loadingPage, type PageEvent, printed } from '../page/loading-page.ts';

const a4 = { width: 595, height: 842 };
const assets = { 'a.png': { type: 'image/png', base64: '' } };

interface Given {
  options?: RenderedPart['options'];
  facts?: object;
  source?: object;
  origin?: string;
  pages?: number;
}

/** Prints the headers and footers of parts, and gives what the page was asked for. */
async function stamp(
  given: Given[],
  { tooTall = [], events = [] }: { tooTall?: TooTall[]; events?: PageEvent[] } = {},
) {
  const answers = { showStamps: () => tooTall, waitForFonts: () => undefined };
  const fake = loadingPage({ answers, events });
  onTestFinished(() => fake.deadline.stop());
  const list = given.map(
    ({ options = {}, facts, source = { kind: 'document', html: '' }, origin, pages = 1 }, index) => ({
      index,
      options,
      facts,
      source,
      origin,
      pages,
      warnings: [] as { code: string; detail: string }[],
    }),
  );
  const stages: object[] = [];
  const onStage = ({ stage, part, error }: { stage: string; part?: number; error?: unknown }) =>
    void stages.push({ stage, part, failed: error !== undefined });
  const { browser, deadline, pages } = fake;
  const supervisor = { borrow: async () => ({ browser, end: () => undefined }) };
  const job = { request: {}, deadline, supervisor, context: { onStage } };
  const measure = async ({ pages: count }: { pages: number }) => Array.from({ length: count }, () => a4);
  const start = performance.now();
  const work = stampParts({ job, pages } as never, { list, measure } as never);
  const stamps = await work;
  const runs = fake.calls.flatMap(([name, run]) =>
    name === 'showStamps'
      ? [run as { copies: string[]; fontFaces: string[]; overlays: { slots: { copy: number }[] }[] }]
      : [],
  );
  const warnings = list.map((part) => part.warnings);
  return { ...fake, stamps, runs, warnings, stages, tookMs: performance.now() - start };
}

test.each([[[]], [[{}, { options: { header: '', footer: '' } }]]])(
  'parts without headers and footers ask for no page: %j',
  async (parts) => {
    const { stamps, uses, stages } = await stamp(parts);
    expect([stamps, uses, stages]).toEqual([undefined, [], []]);
  },
);

test('headers and footers are printed without margins, tags and outline', async () => {
  const { stamps, runs, calls, prints, uses, stages, tookMs, warnings } = await stamp([
    { options: { header: 'h', footer: 'f' }, pages: 2 },
  ]);
  expect(stamps).toEqual({
    pdfs: [{ pdf: printed, origin: expect.stringMatching(/^https:\/\/[0-9a-f]{24}\.invalid\/$/) }],
    printMs: expect.any(Number),
  });
  expect(stamps?.printMs).toBeLessThanOrEqual(tookMs);
  expect(calls.map(([name]) => name)).toEqual(['settleDocument', 'showStamps', 'waitForFonts', 'listInnerStacks']);
  const [run] = runs;
  expect(run).toMatchObject({ copies: ['h', 'f'], fontFaces: [] });
  expect(run?.overlays.map(({ slots, ...size }) => [size, slots.map(({ copy }) => copy)])).toEqual([
    [a4, [0, 1]],
    [a4, [0, 1]],
  ]);
  expect(run?.overlays[0]?.slots[0]).not.toHaveProperty('html');
  expect(prints).toMatchObject([
    {
      preferCSSPageSize: true,
      generateTaggedPDF: false,
      generateDocumentOutline: false,
      marginTop: 0,
      marginLeft: 0,
    },
  ]);
  expect(uses).toEqual([
    ['acquire', { mayBeUsed: true, isStatic: true }],
    ['release', { isClean: true, isStatic: true }],
  ]);
  expect([stages, warnings]).toEqual([[{ stage: 'print', part: undefined, failed: false }], [[]]]);
});

test('a header that several parts share is there once', async () => {
  const { runs } = await stamp([{ options: { header: 'h', footer: 'f' } }, { options: { header: 'g', footer: 'f' } }]);
  expect(runs.map(({ copies }) => copies)).toEqual([['h', 'f', 'g']]);
  expect(runs[0]?.overlays.map(({ slots }) => slots.map(({ copy }) => copy))).toEqual([
    [0, 1],
    [2, 1],
  ]);
});

const header = { header: 'h' };
const fonts = { fontFaces: ['@font-face { src: url(https://o.invalid/a.woff) }'] };

describe('parts', () => {
  test.each<[string, Given[], number]>([
    ['that are alike', [{ options: header }, { options: header }], 1],
    ['with a footer and with a header', [{ options: { footer: 'f' } }, { options: header }], 1],
    ['with other assets', [{ options: header }, { options: header, source: { kind: 'document', assets } }], 2],
    [
      'with the same assets',
      [
        { options: header, source: { kind: 'document', assets } },
        { options: header, source: { kind: 'document', assets } },
      ],
      1,
    ],
    [
      'from addresses',
      [{ options: header, source: { kind: 'address', url: 'https://a.test/', assets } }, { options: header }],
      1,
    ],
    ['with other fonts', [{ options: header }, { options: header, facts: fonts }], 2],
    [
      'with the same fonts',
      [
        { options: header, facts: { fontFaces: ['@font-face { src: url(/a.woff) }'] } },
        { options: header, facts: fonts, origin: 'https://o.invalid' },
      ],
      1,
    ],
    ['that treat resources otherwise', [{ options: header }, { options: { ...header, on_resource_error: 'fail' } }], 2],
    ['that treat glyphs otherwise', [{ options: header }, { options: { ...header, on_missing_glyph: 'fail' } }], 2],
    [
      'of which those that differ have no header',
      [{ source: { kind: 'document', assets } }, { options: header }, { options: { on_missing_glyph: 'fail' } }],
      1,
    ],
    [
      'with one between them that has no header',
      [{ options: header }, {}, { options: { ...header, on_missing_glyph: 'fail' } }],
      2,
    ],
  ])('%s share a page if they load the same', async (_what, parts, count) => {
    const { stamps, runs } = await stamp(parts);
    expect([stamps?.pdfs.length, runs.length]).toEqual([count, count]);
    expect(runs.flatMap(({ overlays }) => overlays)).toHaveLength(parts.length);
  });

  test('without headers go with the fonts of the next that has one', async () => {
    const { runs } = await stamp([{}, { options: header, facts: fonts, origin: 'https://o.invalid' }]);
    expect(runs.map(({ fontFaces }) => fontFaces)).toEqual([['@font-face { src: url(/a.woff) }']]);
  });
});

test.each([
  [{}, [], undefined],
  [{ locale: 'de-DE' }, [{ locale: 'de-DE' }], [{ timezoneId: 'UTC' }]],
  [{ timezone: 'Europe/Berlin' }, [{ locale: 'en-US' }], [{ timezoneId: 'Europe/Berlin' }]],
])('headers have the region of their part: %j', async (options, locales, timezones = []) => {
  const { commands } = await stamp([{ options: { ...header, ...options } }]);
  const sent = (wanted: string) => commands.flatMap(([name, settings]) => (name === wanted ? [settings] : []));
  expect(sent('Emulation.setLocaleOverride')).toEqual(locales);
  expect(sent('Emulation.setTimezoneOverride')).toEqual(timezones);
});

test.each([
  ['the language of a part', { options: header, facts: { language: 'ja' } }],
  ['the language of a header', { options: { header: '<p lang=zh>' } }],
])('%s asks for a page that no other document has used', async (_what, part) => {
  expect((await stamp([part])).uses[0]).toEqual(['acquire', { mayBeUsed: false, isStatic: true }]);
});

describe('a resource of a header that is missing', () => {
  const url = 'https://b.test/x.png';
  const events: PageEvent[] = [
    ['Network.requestWillBeSent', { requestId: 'r', request: { url }, type: 'Image', frameId: 'f', loaderId: 'l' }],
    ['Network.loadingFailed', { requestId: 'r', type: 'Image', errorText: '' }],
  ];
  const warning = { code: 'resource_failed', detail: `${url} could not be loaded` };

  test.each([
    [{}, [[], [warning]]],
    [{ on_resource_error: 'ignore' as const }, [[], []]],
  ])('is a warning of the first part with a header, unless it is ignored: %j', async (options, wanted) => {
    expect((await stamp([{}, { options: { ...header, ...options } }], { events })).warnings).toEqual(wanted);
  });

  test('is an error of that part if its options ask for that', async () => {
    const parts: Given[] = [{}, { options: { ...header, on_resource_error: 'fail' } }];
    await expect(stamp(parts, { events })).rejects.toMatchObject({
      code: 'resource_failed',
      message: warning.detail,
      part: 1,
      stage: 'wait',
    });
  });
});

describe('a margin box that a header or a footer covers', () => {
  const boxes = ['@page @top-left', '@page @top-left', '@page @bottom-center', '@page a @top-right'];
  const top = {
    code: 'header_overlaps',
    detail: 'The header is printed over what the document shows there itself: @page @top-left, @page a @top-right.',
  };
  const bottom = {
    code: 'footer_overlaps',
    detail: 'The footer is printed over what the document shows there itself: @page @bottom-center.',
  };

  test.each([
    [{ header: 'h' }, boxes, [top]],
    [{ footer: 'f' }, boxes, [bottom]],
    [{ header: 'h', footer: 'f' }, boxes, [top, bottom]],
    [{ header: 'h' }, ['@page @bottom-left'], []],
    [{ footer: 'f' }, [], []],
  ])('is a warning: %j over %j', async (options, shown, wanted) => {
    expect((await stamp([{ options, facts: { boxes: shown } }])).warnings).toEqual([wanted]);
  });

  test('is named, five at most', async () => {
    const many = Array.from({ length: 6 }, (_, index) => `${index} @top-left`);
    const [[warning] = []] = (await stamp([{ options: header, facts: { boxes: many } }])).warnings;
    expect(warning?.detail).toMatch(/itself: 0 @top-left, 1 @top-left, 2 @top-left, 3 @top-left, 4 @top-left\.$/);
  });
});

test('a header or a footer with too little room is a warning of its part', async () => {
  const high = (name: 'header' | 'footer', index: number) => ({ name, index, height: 99.6, room: 38.4 });
  const tooTall = [high('header', 0), high('header', 2), high('header', 3), high('footer', 4), high('header', 1)];
  const options = { header: 'h', footer: 'f' };
  const { warnings } = await stamp([{ options, pages: 1 }, { options, pages: 3 }, { options }, { options }], {
    tooTall,
  });
  const warn = (name: string, pages: string) => ({
    code: `${name}_too_tall`,
    detail: `The ${name} is 100 px tall on ${pages}, and its margin 38 px: the rest covers the page.`,
  });
  expect(warnings).toEqual([
    [warn('header', 'page 1')],
    [warn('header', 'page 2 and 2 more')],
    [warn('footer', 'page 1')],
    [],
  ]);
});
