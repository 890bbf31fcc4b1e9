import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { comparePdfsTool } from '../../../../src/cli/mcp/tools/compare-pdfs.ts';
import { inspectPdfTool } from '../../../../src/cli/mcp/tools/inspect-pdf.ts';
import { labelTemplateTool } from '../../../../src/cli/mcp/tools/label-template.ts';
import { previewPageTool } from '../../../../src/cli/mcp/tools/preview-page.ts';
import { readTemplateTool } from '../../../../src/cli/mcp/tools/read-template.ts';
import { renderPdfTool } from '../../../../src/cli/mcp/tools/render-pdf.ts';
import { tools } from '../../../../src/cli/mcp/tools.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { openToolCall, readAnswer } from '../open-tool-call.ts';

const sha256 = createHash('sha256').update('%PDF').digest('hex');
const pdf = drawnPdf([
  { width: 100, height: 50, content: 'BT /F1 12 Tf 5 20 Td (One) Tj ET' },
  { width: 100, height: 800, content: '' },
]);

/** Calls a tool in a folder with `a.html` and `a.pdf`, and tells the requests. */
async function use(tool: (typeof tools)[number], args: object, answer: object = {}) {
  const bodies: object[] = [];
  const call = openToolCall({
    async receivePdf(body: object, take: (received: object) => Promise<unknown>) {
      bodies.push(body);
      return take({
        ...{ kind: 'pdf', pages: 1, warnings: [], timings: null, templateRevisions: [] },
        ...{ stream: Readable.from([Buffer.from('%PDF')]), facts: () => ({ bytes: 4, sha256 }) },
        ...answer,
      });
    },
  });
  writeFileSync(join(call.root, 'a.html'), '<img src="no.png">');
  writeFileSync(join(call.root, 'a.pdf'), pdf);
  mkdirSync(join(call.root, 'folder'));
  const result = await tool.run(call, args as never).catch((error: unknown) => error);
  const read = (name: string) => readFileSync(join(call.root, name));
  return { result, bodies, read, answer: Array.isArray(result) ? readAnswer(result) : [] };
}

describe('a PDF that an agent renders', () => {
  it('is written to its file, and the answer has the warnings', async () => {
    const warnings = [{ part: 0, code: 'css_ignored', detail: 'grid is unsupported' }];
    const { bodies, answer, read } = await use(
      renderPdfTool,
      { sources: ['a.html'], output: 'folder/x.pdf', scale: 2 },
      { warnings },
    );
    expect(bodies).toEqual([{ parts: { html: '<img src="no.png">' }, options: { scale: 2 } }]);
    expect(answer).toEqual([
      {
        ...{ path: 'folder/x.pdf', bytes: 4, pages: 1, sha256, template_revisions: [] },
        warnings: [
          { part: 0, code: 'resource_missing', detail: 'a.html:1: cannot find no.png' },
          { part: 0, code: 'css_ignored', detail: 'grid is unsupported' },
        ],
      },
    ]);
    expect(read('folder/x.pdf').toString()).toBe('%PDF');
  });

  it.each<[object, object]>([
    [{ html: 'x', output: 'a.pdf' }, { code: 'output_exists' }],
    [{ html: 'x', output: '../x.pdf' }, { code: 'usage' }],
    [
      { html: 'x', output: 'folder' },
      { code: 'usage', message: 'folder is not a regular file' },
    ],
    [{ html: 'x', output: 'gone/x.pdf' }, { code: 'input_missing' }],
    [
      { sources: ['a.pdf'], output: 'a.pdf', overwrite: true },
      { code: 'usage', fix: 'name another file' },
    ],
    [{ output: 'x.pdf' }, { code: 'usage', message: 'there is nothing to render' }],
  ])('is refused before anything is rendered: %j', async (args, error) => {
    const { result, bodies, read } = await use(renderPdfTool, args);
    expect([result, bodies, read('a.pdf').equals(pdf)]).toEqual([expect.objectContaining(error), [], true]);
  });

  it('replaces a file if it may', async () => {
    expect((await use(renderPdfTool, { html: 'x', output: 'a.pdf', overwrite: true })).read('a.pdf').toString()).toBe(
      '%PDF',
    );
  });

  it('may be an answer that is no PDF', async () => {
    const { result } = await use(renderPdfTool, { html: 'x', output: 'x.pdf' }, { kind: 'json' });
    expect(result).toMatchObject({ cause: { code: 'unexpected_answer' }, words: { parts: ['html'] } });
  });
});

describe('a page that an agent looks at', () => {
  it.each<[object, object]>([
    [{}, { page: 1, pages: 2, width: 800, height: 400, warnings: [] }],
    [
      { page: 1, width: 200 },
      { page: 1, pages: 2, width: 200, height: 100, warnings: [] },
    ],
    [{ page: 2 }, { page: 2, pages: 2, width: 300, height: 2400, warnings: [] }],
  ])('is a picture of a file: %j', async (args, facts) => {
    const { answer, bodies } = await use(previewPageTool, { sources: ['a.pdf'], ...args });
    expect([answer, bodies]).toEqual([['image/png', facts], []]);
  });

  it('may be rendered first, with its warnings', async () => {
    const stream = () => ({ stream: Readable.from([pdf]) });
    const { answer, bodies } = await use(previewPageTool, { sources: ['a.html'] }, stream());
    expect(answer[1]).toMatchObject({ pages: 2, warnings: [{ code: 'resource_missing' }] });
    expect(bodies).toHaveLength(1);
    expect((await use(previewPageTool, { sources: ['a.pdf'], pages: '1' }, stream())).bodies).toHaveLength(1);
    expect((await use(previewPageTool, { sources: ['a.pdf', 'a.pdf'] }, stream())).bodies).toHaveLength(1);
  });

  it.each<[object, object]>([
    [{ page: 3 }, { code: 'usage', message: 'there is no page 3', fix: 'the document has 2 pages' }],
    [{ sources: ['../a.pdf'] }, { code: 'usage' }],
  ])('is refused: %j', async (args, error) => {
    expect((await use(previewPageTool, { sources: ['a.pdf'], ...args })).result).toMatchObject(error);
  });

  it('is not that of a file that cannot be read', async () => {
    const { result } = await use(previewPageTool, { html: 'x' });
    expect(result).toMatchObject({ code: 'input_invalid', message: 'the PDF cannot be read' });
  });
});

describe('PDFs that an agent has', () => {
  it('are inspected, with their text if it is wanted', async () => {
    const { answer } = await use(inspectPdfTool, { path: 'a.pdf' });
    expect([answer, (answer[0] as { data: object }).data]).toEqual([
      [expect.anything()],
      expect.not.objectContaining({ text: expect.anything() }),
    ]);
    expect((await use(inspectPdfTool, { path: 'a.pdf', text: true })).answer).toMatchObject([
      { data: { text: ['One', ''] } },
    ]);
    expect((await use(inspectPdfTool, { path: '../a.pdf' })).result).toMatchObject({ code: 'usage' });
  });

  it('are compared', async () => {
    expect((await use(comparePdfsTool, { before: 'a.pdf', after: 'a.pdf' })).answer).toMatchObject([
      { data: { same: true } },
    ]);
    for (const args of [
      { before: '../a.pdf', after: 'a.pdf' },
      { before: 'a.pdf', after: '../a.pdf' },
    ])
      expect((await use(comparePdfsTool, args)).result).toMatchObject({ code: 'usage' });
  });
});

describe('a stored template', () => {
  const id = idOf(1);
  const client = {
    lookUpTemplate: async () => ({ id }),
    getTemplate: async () => ({ etag: '"9"' }),
    getRevision: async (_: string, revision: number) => ({ name: 'Invoice', revision, content: '<p>' }),
    listRevisions: async () => ({ data: [{ revision: 9 }] }),
    listLabels: async () => [{ label: 'live', revision: 7 }],
    setLabel: async (_: string, label: string, revision: number) => ({ label, revision }),
  };

  it.each([
    ['invoice', 9],
    ['invoice@live', 7],
    [`${id}@3`, 3],
  ])('is read as %s', async (template, revision) => {
    const answer = await readTemplateTool.run(openToolCall(client), { template } as never);
    const facts = { id, etag: '"9"', name: 'Invoice', revision, all_labels: { live: 7 } };
    expect([readAnswer(answer.slice(0, 1)), answer[1]]).toEqual([[facts], { type: 'text', text: '<p>' }]);
  });

  it.each([
    ['invoice', 9],
    ['invoice@live', 7],
  ])('is labelled as %s', async (template, revision) => {
    const answer = await labelTemplateTool.run(openToolCall(client), { template, label: 'x' } as never);
    expect(readAnswer(answer)).toEqual([{ id, label: 'x', revision }]);
  });
});

it.each([
  ['render_pdf', [false, true, false, true]],
  ['preview_page', [true, false, true, true]],
  ['inspect_pdf', [true, false, true, false]],
  ['compare_pdfs', [true, false, true, false]],
  ['check_template', [true, false, true, true]],
  ['list_templates', [true, false, true, false]],
  ['read_template', [true, false, true, false]],
  ['update_template', [false, true, false, false]],
  ['label_template', [false, true, true, false]],
])('%s says what a call does: reads only, destroys, may be repeated, reaches other machines: %j', (name, hints) => {
  const { annotations, inputSchema } = tools.find((tool) => tool.name === name) ?? {};
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations ?? {};
  expect([readOnlyHint, destructiveHint, idempotentHint, openWorldHint]).toEqual(hints);
  expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
});
