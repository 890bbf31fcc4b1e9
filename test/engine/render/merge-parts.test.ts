import { describe, expect, test } from 'vitest';
import type { EngineError } from '../../../src/children/index.ts';
import type { RenderRequest } from '../../../src/contract/index.ts';
import {
  buildMergePart,
  checkForeignPart,
  mergeForeignPart,
  mergeParts,
} from '../../../src/engine/render/merge-parts.ts';
import type { RenderJob } from '../../../src/engine/render/render-job.ts';
import type { RenderedPart } from '../../../src/engine/render/render-part.ts';
import { MergeError, type MergeWarning } from '../../../src/pdf/index.ts';

const pdf = new Uint8Array([1]);

function part(changes: object = {}): RenderedPart {
  const usual = { index: 0, pdf, foreign: false, options: {}, source: { kind: 'document' }, warnings: [] };
  return { ...usual, ...changes } as unknown as RenderedPart;
}

interface Given {
  request?: Partial<RenderRequest>;
  job?: object;
  warnings?: MergeWarning[];
  failure?: Error;
}

/** A job whose merger notes what it is given. */
function open({ request = {}, job = {}, warnings = [], failure }: Given) {
  const asked: { parts: unknown[]; options: Record<string, unknown> }[] = [];
  const merge = async (parts: unknown[], options: Record<string, unknown>) => {
    asked.push({ parts, options });
    if (failure) throw failure;
    return { pdf, pages: 1, warnings };
  };
  const deadline = { signal: new AbortController().signal };
  return { job: { request, version: '1.2', merger: { merge }, deadline, ...job } as unknown as RenderJob, asked };
}

async function merge(given: Given, parts = [part()], more: object = {}) {
  const { job, asked } = open(given);
  const merged = await mergeParts(job, parts, { overlays: [], ...more });
  return { merged, options: asked[0]?.options ?? {}, parts: asked[0]?.parts };
}

describe('what a document is merged with', () => {
  test('is an outline and its producer, if the request names nothing', async () => {
    const { options } = await merge({});
    expect(options).toEqual({
      outline: true,
      producer: 'platen 1.2',
      consume: true,
      metadata: {},
      templates: undefined,
      attachments: [],
    });
  });

  test('is what the request names', async () => {
    const request = {
      options: { outline: false, tagged: true, page_ranges: '1-2' },
      metadata: { title: 'Whole' },
    } as Partial<RenderRequest>;
    const templates = [{ id: 'a', revision: 1 }, undefined, { id: 'b', revision: 2 }, { id: 'a', revision: 1 }];
    const parts = templates.map((template) => part({ template, metadata: { title: 'Part', author: 'A' } }));
    const { options } = await merge({ request, job: { conformance: { pdfUa: 1 } } }, parts, {
      stamps: [1],
      overlays: [2],
    });
    expect(options).toMatchObject({
      outline: false,
      wantsTags: true,
      pageRanges: '1-2',
      metadata: { title: 'Whole', author: 'A' },
      templates: 'a@1, b@2',
      stamps: [1],
      overlays: [2],
      conformance: { pdfUa: 1 },
    });
  });

  test.each([
    [{}, undefined],
    [{ version: '1.4' }, { version: '1.4' }],
    [{ linearize: true }, { linearize: true }],
    [{ linearize: false }, undefined],
    [{ encrypt: { password: 'x' } }, { encrypt: { password: 'x' } }],
    [{ image_dpi: 100 }, { images: { dpi: 100, quality: 85 } }],
    [
      { image_dpi: 100, image_quality: 50, version: '2.0' },
      { version: '2.0', images: { dpi: 100, quality: 50 } },
    ],
    [{ image_quality: 50 }, undefined],
  ])('is how it is stored: %j', async (storage, finish) => {
    expect((await merge({ request: { pdf: storage as never } })).options.finish).toEqual(finish);
  });

  test('are its attachments, an invoice first', async () => {
    const attachments = [{ name: 'a.txt', type: 'text/plain', base64: 'YQ==' }];
    const invoice = { name: 'factur-x.xml', level: 'EN 16931', relationship: 'Alternative' };
    const request = { pdf: { attachments, e_invoice: { base64: 'Yg==' } } } as unknown as RenderRequest;
    const read = async (given: Given) =>
      (await merge(given)).options.attachments as { name: string; bytes: Uint8Array }[];
    const [one] = await read({ request });
    expect([one?.name, String(one?.bytes)]).toEqual(['a.txt', 'a']);
    const [first, second] = await read({ request, job: { conformance: { invoice } } });
    expect(first).toMatchObject({
      name: 'factur-x.xml',
      type: 'text/xml',
      description: 'The invoice as XML, profile EN 16931',
      relationship: 'Alternative',
    });
    expect(first).not.toHaveProperty('modified');
    expect([String(first?.bytes), second?.name]).toEqual(['b', 'a.txt']);
    const twice = { pdf: { attachments: [...attachments, ...attachments] } } as unknown as RenderRequest;
    await expect(merge({ request: twice })).rejects.toThrow('/pdf/attachments/1/name is that of another attachment');
    const taken = { pdf: { attachments: [{ ...attachments[0], name: 'factur-x.xml' }] } } as unknown as RenderRequest;
    await expect(merge({ request: taken, job: { conformance: { invoice } } })).rejects.toThrow(
      '/pdf/attachments/0/name',
    );
  });
});

describe('warnings of merging', () => {
  const repaired = (at: number): MergeWarning => ({ part: at, code: 'pdf_repaired', detail: `damage ${at}` });
  const dropped: MergeWarning = { part: 1, code: 'signature_dropped', detail: 'its signature was dropped' };

  test('are those of their parts, and those of overlays of the first part', async () => {
    const parts = [part(), part({ index: 1 })];
    await merge({ warnings: [repaired(1), repaired(2)] }, parts);
    expect(parts.map(({ warnings }) => warnings)).toEqual([
      [{ code: 'pdf_repaired', detail: 'overlay 1: damage 2' }],
      [{ code: 'pdf_repaired', detail: 'damage 1' }],
    ]);
  });

  test('of damage fail if the options of the part say so', async () => {
    const parts = (on_damage?: string) => [part(), part({ index: 7, options: { on_damage } })];
    await merge({ warnings: [repaired(1)] }, parts());
    await merge({ warnings: [repaired(0), dropped] }, parts('fail'));
    const failing = merge({ warnings: [repaired(1), { ...repaired(1), detail: 'more' }] }, parts('fail'));
    await expect(failing).rejects.toMatchObject({
      code: 'pdf_damaged',
      part: 7,
      stage: 'bind',
      message: 'The PDF is damaged: damage 1; more.',
    });
  });

  test('of a lost signature fail if the options of the part say so', async () => {
    const parts = (on_signature?: string) => [part(), part({ index: 7, options: { on_signature } })];
    await merge({ warnings: [dropped] }, parts());
    await merge({ warnings: [repaired(1)] }, parts('fail'));
    await expect(merge({ warnings: [dropped] }, parts('fail'))).rejects.toMatchObject({
      code: 'signature_lost',
      part: 7,
      stage: 'bind',
      message: 'its signature would be lost.',
    });
  });

  test('of a damaged overlay fail if the options of the request say so', async () => {
    const request = { options: { on_damage: 'fail' } } as RenderRequest;
    await merge({ warnings: [repaired(1)] });
    await merge({ request, warnings: [repaired(0)] });
    await expect(merge({ request, warnings: [repaired(1)] })).rejects.toMatchObject({
      code: 'pdf_damaged',
      message: 'overlay 1: The PDF is damaged: damage 1.',
      errors: [{ pointer: '/overlays/0', detail: 'damage 1' }],
    });
  });
});

describe('a document that cannot be merged', () => {
  const fail = (error: Error, request = {}) =>
    merge({ request, failure: error }, [part({ index: 3 }), part({ index: 4 })]);

  test('names the part', async () => {
    await expect(fail(new MergeError('pdf_invalid', 1, 'bad'))).rejects.toMatchObject({
      code: 'pdf_invalid',
      part: 4,
      stage: 'bind',
      message: 'bad',
    });
    const whole = await fail(new MergeError('too_many_pages', undefined, 'many')).catch((error: Error) => error);
    expect(whole).toMatchObject({ code: 'too_many_pages', message: 'many' });
    expect((whole as EngineError).part).toBeUndefined();
    expect((whole as EngineError).errors).toBeUndefined();
  });

  test('names the overlay', async () => {
    await expect(fail(new MergeError('pdf_invalid', 3, 'bad'))).rejects.toMatchObject({
      message: 'overlay 2: bad',
      errors: [{ pointer: '/overlays/1', detail: 'bad' }],
    });
  });

  test('names the fields of a form', async () => {
    const error = new MergeError('invalid_request', 1, 'fields', { fields: [{ name: 'a', detail: 'is wrong' }] });
    await expect(fail(error, { parts: [] })).rejects.toMatchObject({
      errors: [{ pointer: '/parts/4/fields/a', detail: 'is wrong' }],
    });
  });

  test('for another reason keeps that', async () => {
    const failure = new Error('disk');
    await expect(fail(failure)).rejects.toBe(failure);
  });
});

test('a PDF of a user is merged by itself, and checked before others are printed', async () => {
  const { job, asked } = open({});
  expect(await mergeForeignPart(job, part())).toBe(pdf);
  await mergeForeignPart(job, part(), true);
  expect(asked.map(({ options }) => options)).toEqual([
    { outline: false, producer: '' },
    { outline: true, producer: '' },
  ]);
  const source = { kind: 'pdf', bytes: pdf };
  const pdfA = { part: 2, level: 'B' };
  const archive = open({ job: { conformance: { pdfA } } });
  await checkForeignPart(job, part({ source }));
  await checkForeignPart(archive.job, part());
  await checkForeignPart(archive.job, part({ source }));
  expect(asked).toHaveLength(2);
  expect(archive.asked).toEqual([
    { parts: [{ pdf, foreign: true }], options: { outline: false, producer: '', conformance: { pdfA } } },
  ]);
});

test.each<[object, object]>([
  [{}, {}],
  [{ source: { kind: 'pdf', form: { values: {} } } }, { form: { values: {} } }],
  [{ source: { kind: 'pdf' } }, {}],
  [{ running: pdf }, { stamps: pdf }],
  [{ labels: [{ number: 4, style: 'lower-roman' }] }, { labels: [{ style: 'r', prefix: '', number: 4 }] }],
  [
    { hasSoftHyphens: true, hasBleeds: true, trimmed: [] },
    { hasSoftHyphens: true, hasBleeds: true, trimmed: [] },
  ],
  [{ hasSoftHyphens: false, hasBleeds: false }, {}],
  [{ namesLanguage: false }, { dropsLanguage: true }],
  [{ namesLanguage: true }, {}],
  [{ facts: { language: 'de' } }, { hasLanguage: true }],
  [{ facts: { language: '' } }, { hasLanguage: false }],
  [
    { aloud: { spoken: {} }, places: [] },
    { spoken: {}, places: [] },
  ],
  [
    { title: '', name: '' },
    { title: '', names: [''] },
  ],
  [
    { sizes: [], origin: 'https://x.invalid' },
    { sizes: [], origin: 'https://x.invalid/' },
  ],
  [{ options: { page_ranges: '1' } }, {}],
  [
    { foreign: true, options: { page_ranges: '1' } },
    { foreign: true, pageRanges: '1' },
  ],
  [
    { bookmarks: [], titles: {}, controls: [] },
    { bookmarks: [], titles: {}, controls: [] },
  ],
])('a part with %j is merged with %j', (changes, wanted) => {
  expect(buildMergePart(part(changes))).toEqual({ pdf, foreign: false, ...wanted });
});
