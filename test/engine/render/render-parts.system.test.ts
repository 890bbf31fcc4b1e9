import { expect } from 'vitest';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

const templates: Record<string, { name: string; content: string; preview_context: object }> = {
  good: { name: 'good', content: '<p>Dear {{ name | upcase }}', preview_context: { name: 'preview <b>' } },
  bad: { name: 'bad', content: 'first line\n{{ name | nothing }}', preview_context: {} },
};
const loadTemplate = async (id: string) => templates[id];

test('parts of every form make one PDF in their order, with their titles as its outline', async () => {
  const { pdf: appendix } = await renderParts(engine, { html: 'an appendix' });
  const parts = [
    { html: '<p>a page', title: 'One' },
    { markdown: '# A heading\n\n*text*' },
    { template: 'good', context: { name: 'Ada' }, title: 'Three' },
    { pdf: Buffer.from(appendix).toString('base64'), title: 'Four' },
    { html: '<p>a page', title: 'One' },
  ];
  const { pdf, pages } = await engine.render({ parts, metadata: { title: 'All' } }, { account: 'a', loadTemplate });
  const facts = await readPdf(pdf);
  expect(facts.pages).toEqual([
    'a page',
    expect.stringContaining('A heading text'),
    'Dear ADA',
    'an appendix',
    'a page',
  ]);
  expect(facts.outline).toEqual(['One', 'A heading', 'Three', 'Four', 'One']);
  expect(pages).toBe(5);
});

test('a render tells after each part how far it is', async () => {
  const told: object[] = [];
  const parts = [{ html: '<p>one' }, { html: '<p>two<p style="break-before: page">three' }];
  await engine.render({ parts }, { account: 'a', onProgress: (progress) => told.push(progress) });
  expect(told).toEqual([
    { parts: 2, parts_done: 0, pages: 0 },
    { parts: 2, parts_done: 1, pages: 1 },
    { parts: 2, parts_done: 2, pages: 3 },
  ]);
});

test('a template without a context takes its preview context, escaped', async () => {
  const { pdf } = await engine.render({ parts: { template: 'good' } }, { account: 'a', loadTemplate });
  expect((await readPdf(pdf)).pages).toEqual(['Dear PREVIEW <B>']);
});

test('a template at fault says where', async () => {
  const parts = [{ html: 'x' }, { template: 'bad' }];
  const failure = engine.render({ parts }, { account: 'a', loadTemplate });
  await expect(failure).rejects.toMatchObject({ code: 'template_error', part: 1, line: 2, column: 11 });
  const missing = engine.render({ parts: { template: 'none' } }, { account: 'a', loadTemplate });
  await expect(missing).rejects.toMatchObject({ code: 'template_not_found', part: 0 });
});

test('a stored template is rendered in the revision that its part names, and the result and the file say which', async () => {
  const id = '0190A6C4-5B7E-7D3A-9F21-3C5D8E7F1A2B';
  const chosen: unknown[] = [];
  const load = async (_id: string, choice: object = {}) => {
    chosen.push(choice);
    return { name: 'n', content: '<p>text', preview_context: {}, revision: 'label' in choice ? 3 : 7 };
  };
  const parts = [
    { html: 'x' },
    { template: { id, revision: 7 } },
    { template: { id, label: 'draft' } },
    { template: id },
  ];
  const { pdf, templates } = await engine.render({ parts }, { account: 'a', loadTemplate: load });
  expect(chosen).toEqual([{ revision: 7 }, { label: 'draft' }, {}]);
  const stored = id.toLowerCase();
  expect(templates).toEqual([
    { part: 1, id: stored, revision: 7 },
    { part: 2, id: stored, revision: 3 },
    { part: 3, id: stored, revision: 7 },
  ]);
  expect(Buffer.from(pdf).toString('latin1')).toContain(
    `<platen:TemplateRevision>${stored}@7, ${stored}@3</platen:TemplateRevision>`,
  );
  const again = await engine.render({ parts: { pdf } }, { account: 'a' });
  expect(again.warnings).toEqual([]);
});

test.each(['revision', 'label'] as const)('an unknown %s of a template is refused with its field', async (field) => {
  const why = `the template has no such ${field}`;
  const loadTemplate = () => Promise.reject(Object.assign(new Error(why), { code: `${field}_not_found` }));
  const template = { id: '0190a6c4-5b7e-7d3a-9f21-3c5d8e7f1a2b' };
  for (const [parts, pointer] of [
    [[{ html: 'x' }, { template }], `/parts/1/template/${field}`],
    [{ template }, `/parts/template/${field}`],
  ] as const) {
    await expect(engine.render({ parts } as never, { account: 'a', loadTemplate })).rejects.toMatchObject({
      name: 'EngineError',
      code: `${field}_not_found`,
      detail: why,
      errors: [{ pointer, detail: 'does not exist' }],
    });
  }
});

test('the front matter of Markdown sets options, which are checked and which the request overrides', async () => {
  const markdown = '---\noptions:\n  page_size: A6\n---\ntext';
  const widthOf = async (options: object) =>
    Math.round((await readPdf((await renderParts(engine, { markdown }, options)).pdf)).sizes[0]?.[0] ?? 0);
  expect(await widthOf({})).toBe(298);
  expect(await widthOf({ page_size: 'A5' })).toBe(420);
  const wrong = renderParts(engine, { markdown: '---\noptions:\n  colour: red\n---\ntext' });
  await expect(wrong).rejects.toMatchObject({
    code: 'invalid_request',
    part: 0,
    detail: expect.stringMatching(/only page_size/),
  });
});
