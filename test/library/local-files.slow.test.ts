import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalRequest, openPlaten, type Platen, ServiceError } from '../../src/library/index.ts';
import { readPdf } from '../engine/read-pdf.ts';

let folder: string;
let platen: Platen;

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'platen-library-')));
  write({
    'site/page.html': '<link rel="stylesheet" href="css/a.css"><p>page</p><img src="gone.png" alt="">',
    'site/css/a.css': 'p::after { content: " with style" }',
    'site/two.md': '[to the page](page.html) two',
    'shared/b.css': 'p::after { content: " shared" }',
    'deep/doc/index.html': '<link rel="stylesheet" href="../../shared/b.css"><p>deep</p>',
    'set/partials/head.html': '<h1>{{ title }}</h1>',
    'set/letter/content.html': '{% render "partials/head", title: "Letter" %}<p>Dear {{ name }}, {{ at | date: "%H" }}',
    'set/letter/preview_context.json': '{"name": "Ada", "at": "2026-01-01T12:00:00Z"}',
    'set/broken/content.html': 'a\n{{ x | nofilter }}',
  });
  platen = await openPlaten({ dataDir: join(folder, 'data'), timezone: 'Asia/Tokyo', concurrency: 2 });
});
afterAll(async () => {
  await platen.close();
  rmSync(folder, { recursive: true });
});

const inFolder = (name: string) => join(folder, name);
async function render(parts: LocalRequest['parts'], options: LocalRequest['options'] = {}) {
  await using pdf = await platen.renderPdf({ parts, options });
  return { warnings: pdf.warnings, ...(await readPdf(await pdf.bytes())) };
}
async function failure(parts: unknown): Promise<ServiceError> {
  const error = await render(parts as LocalRequest['parts']).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

describe('a file as a part', () => {
  it('are drawn as images, with the warnings of reading them', async () => {
    const { images, warnings } = await platen.renderImages({
      parts: { file: inFolder('site/page.html') },
      image: { format: 'jpeg', width: 120 },
    });
    expect(images).toMatchObject([{ page: 1, type: 'image/jpeg', width: 120 }]);
    expect(warnings).toMatchObject([{ code: 'resource_missing', detail: expect.stringContaining('gone.png') }]);
    const wrong = platen.renderImages({ parts: { file: inFolder('site/none.html') } });
    await expect(wrong).rejects.toMatchObject({ code: 'input_missing' });
  });

  it('brings its own files, and what is missing is one warning with its line', async () => {
    const { pages, warnings } = await render([{ html: 'first' }, { file: inFolder('site/page.html') }]);
    expect(pages).toEqual(['first', 'page with style']);
    expect(warnings).toEqual([
      { part: 1, code: 'resource_missing', detail: expect.stringMatching(/page\.html:1: cannot find gone\.png$/) },
    ]);
  });

  it('may be named by a URL, from a larger folder', async () => {
    const file = pathToFileURL(inFolder('deep/doc/index.html'));
    expect((await render({ file, root: folder })).pages).toEqual(['deep shared']);
    const { pages, warnings } = await render({ file });
    expect(pages).toEqual(['deep']);
    expect(warnings.map(({ detail }) => detail).join()).toMatch(
      /is outside of the folder of the document; "root" sets/,
    );
  });

  it('is linked to from other files of the document', async () => {
    const parts = [{ file: inFolder('site/page.html') }, { file: inFolder('site/two.md') }];
    await using pdf = await platen.renderPdf({ parts });
    expect(Buffer.from(await pdf.bytes()).toString('latin1')).not.toContain('/URI');
  });
});

describe('a template as a part', () => {
  it('is rendered from its folder with partials, its own values or those of the part', async () => {
    const template = { folder: inFolder('set/letter') };
    expect((await render({ template })).pages).toEqual(['Letter Dear Ada, 21']);
    const context = { name: 'Grace', at: '2026-01-01T12:00:00Z' };
    expect((await render({ template, context }, { timezone: 'UTC' })).pages).toEqual(['Letter Dear Grace, 12']);
  });

  it('is rendered from a text', async () => {
    const template = { content: '<p>Dear {{ name }}', context: { name: 'Grace' } };
    expect((await render({ template })).pages).toEqual(['Dear Grace']);
  });

  it('has the file, the line and the part in an error', async () => {
    const { code, message, details } = await failure([{ html: 'x' }, { template: { folder: inFolder('set/broken') } }]);
    expect([code, details.part, details.line, details.column]).toEqual(['template_error', 1, 2, 8]);
    expect(message).toMatch(/broken\/content\.html:2:8: there is no filter "nofilter"; in: \{\{ x \| nofilter \}\}$/);
  });
});

describe('a part that cannot be read', () => {
  it.each([
    [{ file: 'none.html' }, 'input_missing', 'none.html'],
    [{ file: '' }, 'input_invalid', '"file" must be a path'],
    [{ file: new URL('https://example.com/a.html') }, 'input_invalid', '"file" must be a path'],
    [{ file: 'https://example.com/a.html' }, 'invalid_request', 'is not a file'],
    [{ file: 'a.html', html: 'x' }, 'input_invalid', '"file" and "html" cannot be in one part'],
    [{ file: 'a.html', template: { content: '' } }, 'input_invalid', '"file" and "template" cannot be in one part'],
    [{ file: 'a.html', context: {} }, 'input_invalid', '"context" is for templates'],
    [{ template: { folder: 'a', content: 'b' } }, 'input_invalid', '"folder" and "content" cannot be in one'],
    [{ template: { content: 'b', context: {} }, context: {} }, 'input_invalid', '"context" is given twice'],
    [{ template: { folder: 'a', valeus: 'b' } }, 'input_invalid', '"template" has no "valeus"'],
    [{ template: { folder: 'a', values: 1 } }, 'input_invalid', '"values" must be a name'],
    [{ template: { folder: 'a', values: 'b' }, context: {} }, 'input_invalid', '"values" names values of the folder'],
    [{ template: {} }, 'invalid_request', ''],
    [{ template: { content: 5 } }, 'invalid_request', 'must be a string'],
  ])('is refused as %j', async (parts, code, message) => {
    const error = await failure(parts);
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe('many renders', () => {
  it('take files, and have an error for each job that fails', async () => {
    const template = { folder: inFolder('set/letter') };
    async function* jobs() {
      for (const name of ['a', 'b']) yield { id: name, parts: { template, context: { name, at: '2026-01-01' } } };
      yield { id: 'c', parts: { file: 'none.html' } };
    }
    const found: unknown[] = [];
    for await (const { index, id, pdf, error } of platen.renderMany(jobs())) {
      found.push([index, id, error?.code ?? (await readPdf((await pdf?.bytes()) ?? new Uint8Array())).pages]);
    }
    expect(found).toEqual([
      [0, 'a', ['Letter Dear a, 00']],
      [1, 'b', ['Letter Dear b, 00']],
      [2, 'c', 'input_missing'],
    ]);
  });
});
