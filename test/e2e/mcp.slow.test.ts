import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { listDescendants, waitUntilGone } from '../helpers/process-tree.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;
let root: string;
let client: Client;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  root = join(workspace.folder, 'documents');
  mkdirSync(join(root, 'letter'), { recursive: true });
  writeFileSync(join(root, 'page.html'), '<title>T</title><h1>One</h1><p style="break-before: page">Two');
  writeFileSync(join(root, 'letter/content.html'), '<html lang="en"><title>T</title><p>Dear {{ name }} {{ nobody }}');
  writeFileSync(join(root, 'letter/template.json'), '{"name": "Letter"}');
  writeFileSync(join(root, 'letter/preview_context.json'), '{"name": "Ada"}');
  writeFileSync(join(workspace.folder, 'secret.html'), 'secret');
  symlinkSync(join(workspace.folder, 'secret.html'), join(root, 'link.html'));
  symlinkSync(workspace.folder, join(root, 'outside'));
  ({ client } = await connect());
});
afterAll(async () => {
  await client?.close();
  await workspace.clear();
});

/** Starts the server as a client does, with what it needs of the environment. */
async function connect(env: Record<string, string> = {}) {
  const given = Object.entries({ ...workspace.env, ...env }).filter(([, value]) => value !== undefined);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(workspace.program, 'bin/platen.js'), 'mcp', '--root', 'documents'],
    cwd: workspace.folder,
    env: Object.fromEntries(given) as Record<string, string>,
    stderr: 'pipe',
  });
  const client = new Client({ name: 'test', version: '1' });
  // What is no message of the protocol on stdout.
  client.onerror = (error) => expect.fail(error.message);
  await client.connect(transport);
  return { client, transport };
}

async function call(name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** The JSON of an answer. */
function read({ content }: CallToolResult) {
  const text = content.find((piece) => piece.type === 'text');
  return JSON.parse(text?.text ?? '');
}

/** The error of an answer that is one. */
async function fail(name: string, args: Record<string, unknown>) {
  const answer = await call(name, args);
  expect(answer.isError).toBe(true);
  return read(answer).error;
}

describe('an agent', () => {
  it('lists, reads, changes as a draft, checks, looks, renders and puts live', async () => {
    const content = join(root, 'letter/content.html');
    const created = await workspace.platen(['templates', 'create', '--name', 'Letter', '--content', content, '--json']);
    const { id } = JSON.parse(created.stdout).data;

    expect(read(await call('list_templates', {})).templates).toMatchObject([{ id, name: 'Letter' }]);
    const before = await call('read_template', { template: id });
    expect(before.content[1]).toEqual({ type: 'text', text: readFileSync(content, 'utf8') });
    const { etag } = read(before);

    const html = '<html lang="en"><title>T</title><p>A draft for {{ name }}';
    const changed = read(await call('update_template', { id, if_match: etag, content: html, message: 'Shorter' }));
    expect(changed).toMatchObject({ revision: 2, changed: true, all_labels: { draft: 2, live: 1 } });
    expect(await fail('update_template', { id, if_match: etag, name: 'Late' })).toMatchObject({
      code: 'template_changed',
      hint: expect.stringContaining('read_template'),
    });

    const { data, errors } = read(await call('check_template', { folder: 'letter' }));
    expect([errors, data[0].findings]).toEqual([0, [expect.objectContaining({ code: 'unknown_variable', line: 1 })]]);

    const sources = [`template:${id}@draft`];
    const seen = await call('preview_page', { sources, context: { name: 'Ada' }, width: 400 });
    const [image] = seen.content;
    const png = Buffer.from(image?.type === 'image' ? image.data : '', 'base64');
    expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([400, 566]);
    expect(read(seen)).toMatchObject({ page: 1, pages: 1, width: 400, height: 566 });

    const context = { name: 'Ada' };
    const renderText = async (source: string) => {
      const rendered = await call('render_pdf', { sources: [source], context, output: 'out.pdf', overwrite: true });
      expect(read(rendered)).toMatchObject({ path: 'out.pdf', pages: 1 });
      return read(await call('inspect_pdf', { path: 'out.pdf', text: true })).data.text[0];
    };
    expect(await renderText(`template:${id}@draft`)).toContain('A draft for Ada');
    expect(await renderText(`template:${id}`)).toContain('Dear Ada');
    await call('label_template', { template: `${id}@draft`, label: 'live' });
    expect(await renderText(`template:${id}`)).toContain('A draft for Ada');
  });

  it('learns which tools only read and which may destroy', async () => {
    const { tools } = await client.listTools();
    const reading = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reading.sort()).toEqual([
      'check_template',
      'compare_pdfs',
      'inspect_pdf',
      'list_templates',
      'preview_page',
      'read_template',
    ]);
    const destroying = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
    expect(destroying.sort()).toEqual(['label_template', 'render_pdf', 'update_template']);
  });

  it('renders inline text and gets the warnings, never the bytes', async () => {
    const answer = await call('render_pdf', { html: '<title>T</title><img src="no.png">', output: 'inline.pdf' });
    expect(answer.content).toHaveLength(1);
    expect(read(answer)).toMatchObject({ path: 'inline.pdf', pages: 1, warnings: [{ code: 'resource_missing' }] });
    expect(existsSync(join(root, 'inline.pdf'))).toBe(true);
  });

  it('compares PDFs', async () => {
    await call('render_pdf', { sources: ['page.html'], output: 'before.pdf' });
    await call('render_pdf', { sources: ['page.html'], pages: '1', output: 'after.pdf' });
    const { data } = read(await call('compare_pdfs', { before: 'before.pdf', after: 'after.pdf' }));
    expect(data).toMatchObject({ same: false, page_counts: [2, 1], pages: [{ page: 2 }] });
  });
});

describe('a file outside of the folder', () => {
  const output = 'escaped.pdf';
  it.each([
    ['a source above it', 'render_pdf', { sources: ['../secret.html'], output }],
    ['an absolute path', 'render_pdf', { sources: ['/etc/passwd'], output }],
    ['a link to a file', 'render_pdf', { sources: ['link.html'], output }],
    ['a file behind a link to a folder', 'render_pdf', { sources: ['outside/secret.html'], output }],
    ['a template folder', 'preview_page', { sources: ['template:../templates'] }],
    ['a header from a file', 'render_pdf', { sources: ['page.html'], header: '@../secret.html', output }],
    ['a header of inline text', 'render_pdf', { html: 'x', header: '@../secret.html', output }],
    ['an output above it', 'render_pdf', { sources: ['page.html'], output: '../escaped.pdf' }],
    ['an output behind a link', 'render_pdf', { sources: ['page.html'], output: 'outside/escaped.pdf' }],
    ['a PDF to inspect', 'inspect_pdf', { path: '../secret.html' }],
    ['a PDF to compare', 'compare_pdfs', { before: '../a.pdf', after: '../b.pdf' }],
    ['a folder to check', 'check_template', { folder: '..' }],
    [
      'the content of a template',
      'update_template',
      {
        id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
        if_match: '"x"',
        content_file: 'link.html',
      },
    ],
  ])('is refused as %s', async (_, tool, args) => {
    expect(await fail(tool, args)).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('outside of the folder'),
      hint: expect.any(String),
    });
    expect(existsSync(join(workspace.folder, 'escaped.pdf'))).toBe(false);
  });

  it('does not get into a document', async () => {
    const html =
      '<title>T</title><link rel="stylesheet" href="outside/a.css"><iframe src="file:///etc/passwd"></iframe>';
    const answer = read(await call('render_pdf', { html, output: 'leak.pdf' }));
    expect(answer.warnings.map(({ code }: { code: string }) => code)).toContain('resource_missing');
    const { data } = read(await call('inspect_pdf', { path: 'leak.pdf', text: true }));
    expect(data.text.join('')).not.toContain('root:');
  });
});

it('overwrites a file only if asked to, and never a source', async () => {
  await call('render_pdf', { html: '<title>T</title>first', output: 'kept.pdf' });
  const before = readFileSync(join(root, 'kept.pdf'));
  const error = await fail('render_pdf', { html: '<title>T</title>second', output: 'kept.pdf' });
  expect(error).toMatchObject({ code: 'output_exists', hint: expect.stringContaining('overwrite') });
  expect(readFileSync(join(root, 'kept.pdf'))).toEqual(before);
  const own = { sources: ['kept.pdf'], output: 'kept.pdf', overwrite: true };
  expect(await fail('render_pdf', own)).toMatchObject({ code: 'usage' });
  await call('render_pdf', { html: '<title>T</title>second', output: 'kept.pdf', overwrite: true });
  expect(readFileSync(join(root, 'kept.pdf'))).not.toEqual(before);
});

it.each([
  ['an unknown argument', 'render_pdf', { output: 'x.pdf', html: 'x', sorces: [] }, '"sorces"'],
  ['a missing argument', 'render_pdf', { html: 'x' }, '"output" is missing'],
  ['a wrong type', 'preview_page', { html: 'x', page: 'one' }, 'page must be integer'],
  ['an output that is no PDF', 'render_pdf', { html: 'x', output: '.bashrc' }, 'output is not valid'],
  ['two kinds of sources', 'render_pdf', { html: 'x', markdown: 'x', output: 'x.pdf' }, 'html and markdown'],
  ['nothing to render', 'preview_page', {}, 'nothing to render'],
  ['stdin, which is the protocol', 'preview_page', { sources: ['-'] }, '"-"'],
  ['a page that there is not', 'preview_page', { html: 'x', page: 9 }, 'no page 9'],
  ['a file that there is not', 'inspect_pdf', { path: 'no.pdf' }, 'no.pdf'],
  ['a folder as a PDF', 'inspect_pdf', { path: 'letter' }, 'is a folder'],
  [
    'no change',
    'update_template',
    { id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f', if_match: '"x"' },
    'nothing to change',
  ],
])('says what is wrong with %s', async (_, tool, args, message) => {
  const error = await fail(tool, args);
  expect(error).toMatchObject({ message: expect.stringContaining(message), hint: expect.any(String) });
});

it('stops a call that the client cancels, and uses its place for the next one', async () => {
  const { client } = await connect({ PLATEN_CONCURRENCY: '1' });
  const abort = new AbortController();
  const slow = client.callTool(
    { name: 'render_pdf', arguments: { html: 'x', wait_for: '100s', output: 'slow.pdf' } },
    undefined,
    { signal: abort.signal },
  );
  const waiting = client.callTool({ name: 'list_templates', arguments: {} });
  abort.abort();
  await expect(slow).rejects.toThrow();
  expect((await waiting).isError).toBeFalsy();
  expect(existsSync(join(root, 'slow.pdf'))).toBe(false);
  await client.close();
});

describe.skipIf(process.platform !== 'linux')('the processes of a server', () => {
  const start = () => workspace.start(['mcp', '--root', 'documents']);

  it.each(['the end of stdin', 'SIGTERM'])('are gone after %s, also during a render', async (how) => {
    const { client, transport } = await connect();
    await client.callTool({ name: 'preview_page', arguments: { html: '<title>T</title>x' } });
    const pid = transport.pid as number;
    const family = listDescendants(process.pid).filter(({ pid: one }) => one === pid);
    family.push(...listDescendants(pid));
    expect(family.length).toBeGreaterThan(1);
    const slow = client.callTool({ name: 'preview_page', arguments: { html: 'x', wait_for: '100s' } });
    slow.catch(() => {});
    if (how === 'SIGTERM') process.kill(pid, 'SIGTERM');
    else (transport as unknown as { _process: { stdin: { end(): void } } })._process.stdin.end();
    expect(await waitUntilGone(family)).toEqual([]);
    await client.close();
  });

  it('end with 0 and an empty stdout if stdin is empty', async () => {
    expect(await start().ended).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});
