import { afterAll, expect, test } from 'vitest';
import { type MarkdownRenderer, openMarkdownRenderer } from '../../../src/markup/markdown/markdown-renderer.ts';
import { renderMarkdown } from '../../../src/markup/markdown/render-markdown.ts';

const options = { signal: new AbortController().signal, account: 'a' };
const opened: MarkdownRenderer[] = [];

afterAll(async () => {
  for (const renderer of opened) await renderer.close();
});

function open(settings: Parameters<typeof openMarkdownRenderer>[0] = {}): MarkdownRenderer {
  const renderer = openMarkdownRenderer(settings);
  opened.push(renderer);
  return renderer;
}

/** For documents that leave nothing behind. */
const shared = open();

test('a child makes the same page, colours and all', async () => {
  const text = '---\ntitle: T\nlang: de\n---\n# x\n\n```ts\nconst a = 1;\n```\n\n```html\n<script>a</script>\n```\n';
  expect(await shared.render(text, { ...options, pageNumbers: false })).toEqual(
    await renderMarkdown(text, { pageNumbers: false }),
  );
});

test('what is wrong with a document is reported with its code, and the next one works', async () => {
  await expect(shared.render('---\ntitle: "x\n---\n', options)).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining('line 3'),
  });
  expect(await shared.render('# x', options)).toMatchObject({ title: 'x' });
});

test.each([
  ['too long', 'x'.repeat(1_000_001)],
  [
    'an alias bomb',
    `---\na: &a [x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c]\n---\n`,
  ],
])('a document that is %s is refused', async (_, text) => {
  await expect(shared.render(text, options)).rejects.toMatchObject({ name: 'EngineError' });
});

test.each([
  ['quotes in quotes', `${'> '.repeat(10_000)}a`],
  ['elements in elements', '<div>'.repeat(50_000)],
  ['open brackets', '['.repeat(50_000)],
])('%s end in a page or in a refusal, not in a crash', async (_, text) => {
  const end = await shared.render(text, options).catch((error: Error) => error.name);
  expect(typeof end === 'string' ? end : typeof end.html).toMatch(/^(string|EngineError)$/);
  expect(await shared.render('# x', options)).toMatchObject({ title: 'x' });
});

test('a document that takes too long is given up', async () => {
  const renderer = open({ killAfterMs: 100 });
  const text = '*a [b](c) `d`* '.repeat(50_000);
  await expect(renderer.render(text, options)).rejects.toMatchObject({ code: 'too_large' });
});

test('a child that was started ahead serves the first caller', async () => {
  const renderer = open();
  renderer.startAhead();
  renderer.startAhead();
  expect(await renderer.render('# x', options)).toMatchObject({ title: 'x' });
  expect(await renderer.render('# y', { ...options, account: 'b' })).toMatchObject({ title: 'y' });
});

test('a child that was started ahead and not needed ends with the renderer', async () => {
  const renderer = open();
  renderer.startAhead();
  await renderer.close();
  await expect(renderer.render('# x', options)).rejects.toMatchObject({ code: 'shutting_down' });
});
