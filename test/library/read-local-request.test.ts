import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/client/index.ts';
import { openRequestReader } from '../../src/library/read-local-request.ts';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'platen-request-')));
  writeFileSync(join(folder, 'a.html'), '<p>a</p><img src="b.png"><img src="gone.png">');
  writeFileSync(join(folder, 'b.png'), 'png');
  mkdirSync(join(folder, 'letter'));
  writeFileSync(join(folder, 'letter', 'content.html'), '<p>{{ name | nofilter }}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const reader = openRequestReader(undefined);
const read = (request: unknown, signal?: AbortSignal) => reader.read(request, signal);

describe('a request', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['no parts', {}],
    ['HTML', { parts: { html: '<p>' } }],
    ['a template of the service', { parts: [{ template: { id: 'a' } }] }],
    ['no template', { parts: [{ template: null }] }],
    ['a template that is a text', { parts: [{ template: 'a' }] }],
    ['texts and nulls', { parts: ['file', null] }],
  ])('with %s is left as it is', async (_, request) => {
    const content = await read(request);
    expect(content.request).toBe(request);
    const warnings = [{ part: 0, code: 'resource_failed', detail: 'x' } as const];
    expect(content.merge(warnings)).toEqual(warnings);
  });

  it('gets the content of the files that it names, and keeps the rest', async () => {
    const parts = [{ html: '<i>' }, { file: join(folder, 'a.html') }];
    const { request } = await read({ parts, options: { tagged: false } });
    expect(request).toMatchObject({
      parts: [
        { html: '<i>' },
        { html: expect.stringContaining('<p>a</p>'), assets: { 'b.png': { type: 'image/png' } } },
      ],
      options: { tagged: false },
    });
  });

  it('has the warnings of its files before others, each once', async () => {
    const { merge } = await read({ parts: { file: join(folder, 'a.html') } });
    const missing = { part: 0, code: 'resource_missing', detail: expect.stringContaining('cannot find gone.png') };
    const other = { part: 0, code: 'fonts_late', detail: 'late' } as const;
    expect(merge([other])).toEqual([missing, other]);
    expect(merge([{ part: 0, code: 'resource_missing', detail: 'gone.png is missing' }, other])).toEqual([
      missing,
      other,
    ]);
  });
});

describe('a request is refused', () => {
  const fail = (parts: unknown, signal?: AbortSignal): Promise<unknown> =>
    read({ parts }, signal).catch((thrown: unknown) => thrown);

  it.each<[string, () => unknown, string, RegExp]>([
    [
      'a file that is missing',
      () => ({ file: join(folder, 'none.html') }),
      'input_missing',
      /none\.html does not exist$/,
    ],
    ['a folder without a page', () => ({ file: folder }), 'input_invalid', /is a folder without index\.html/],
    ['a field of the wrong kind', () => ({ file: 5 }), 'input_invalid', /^"file" must be a path/],
    ['a name that no file has', () => ({ file: 'a\0' }), 'invalid_request', /is not a source/],
    [
      'a missing template',
      () => ({ template: { folder: join(folder, 'none') } }),
      'input_missing',
      /none does not exist/,
    ],
  ])('for %s', async (_, build, code, message) => {
    const error = await fail([{ html: 'a' }, build()]);
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code, message: expect.stringMatching(message), details: { retryable: false } });
  });

  it('with the reason of its signal, also while files are read', async () => {
    const aborted = AbortSignal.abort(new Error('enough'));
    expect(await fail({ file: join(folder, 'a.html') }, aborted)).toMatchObject({ message: 'enough' });
    expect(await fail({ file: join(folder, 'none.html') }, aborted)).toMatchObject({ message: 'enough' });
  });
});
