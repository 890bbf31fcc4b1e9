import { describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { idOf } from '../../templates/sync/remote-stub.ts';
import { type ClientStub, type CommandSetting, linesOf, runCommand, serviceUrl } from '../run-command.ts';

const id = idOf(1);
const stored = {
  ...{ id, name: 'Invoice', content: 'grün', preview_context: { total: 1, lines: [] } },
  ...{ inserted_at: '2026-01-01T00:00:00Z', updated_at: '2026-02-01T00:00:00Z' },
};
const properties = { id, name: 'Invoice', slug: 'invoice', kind: 'template', folder: '', tags: [] as string[] };
const notFound = () => {
  throw new CommandError('template_not_found', 'no template has this id');
};

/** Runs `platen templates` with these words, with a service that has one template. */
function run(words: readonly string[], setting: CommandSetting = {}, changes: ClientStub = {}) {
  const stub: ClientStub = {
    lookUpTemplate: async (slug: string) => (slug === 'invoice' ? properties : notFound()),
    createTemplate: async () => ({ body: { data: stored }, etag: '"1"' }),
    updateTemplate: async () => ({ body: { data: stored }, etag: '"2"' }),
    updateTemplateProperties: async (_: string, change: object) => ({ ...properties, ...change }),
    ...changes,
  };
  return runCommand(['templates', ...words], stub, setting);
}

describe('a new template', () => {
  it('has what the flags give', async () => {
    const words = ['--name', 'Invoice', '--content', '-', '--preview-context', '{"total": 1}'];
    const filed = ['--slug', 'invoice', '--folder', 'a/b', '--tag', 'x,y', '--tag', 'z'];
    const { calls, stdout, stderr } = await run(['create', ...words, ...filed], { stdin: 'Hello' });
    const given = { name: 'Invoice', content: 'Hello', preview_context: { total: 1 } };
    expect(calls).toEqual([['createTemplate', { ...given, slug: 'invoice', folder: 'a/b', tags: ['x', 'y', 'z'] }]]);
    expect([JSON.parse(stdout), stderr]).toEqual([{ data: stored }, '']);
  });

  it('is summed up at a terminal', async () => {
    const { stdout, stderr } = await run(['create', '--name', 'Invoice'], { isTerminal: true });
    expect(linesOf(stdout)).toEqual([
      'Invoice',
      `id ${id}`,
      'content 5 bytes',
      'preview context total, lines',
      'created 2026-01-01T00:00:00Z',
      'updated 2026-02-01T00:00:00Z',
      'etag "1"',
      '',
    ]);
    expect(stderr).toBe('Created Invoice\n');
  });

  it.each([
    ['{"template": {"name": "A"}}', { name: 'A' }],
    ['{"name": "A", "content": "x"}', { name: 'A', content: 'x' }],
  ])('is read from JSON: %s', async (stdin, template) => {
    expect((await run(['create', '--input', '-'], { stdin })).calls).toEqual([['createTemplate', template]]);
  });

  it('is only shown in a dry run', async () => {
    const { calls, stdout } = await run(['create', '--name', 'A', '--tag', '', '--dry-run']);
    expect(calls).toEqual([]);
    expect(JSON.parse(stdout)).toEqual({
      method: 'POST',
      url: `${serviceUrl}/api/v1/templates`,
      headers: { Authorization: expect.stringMatching(/^Bearer /), 'Content-Type': 'application/json' },
      body: { template: { name: 'A', tags: [] } },
    });
  });

  it.each<[string[], string | undefined, string, string]>([
    [['--content', '-'], 'x', 'usage', 'a template needs a name'],
    [['--name', 'A', '--input', '-'], '{"name": "B"}', 'usage', '--name and --input both give name'],
    [['--content', '-', '--name', 'A'], '', 'input_invalid', '--content: stdin is empty'],
    [['--input', '-'], '[]', 'input_invalid', '--input: a JSON object is needed'],
    [['--input', '-'], '{"template": []}', 'input_invalid', '--input: the field "template" is not an object'],
    [['--input', '-', '--content', '-'], '{}', 'usage', expect.stringContaining('stdin')],
    [['--name', 'A', '--slug', 'In Voice'], undefined, 'usage', '--slug "In Voice" cannot be a slug'],
    [['--name', 'A', '--folder', '/a//B'], undefined, 'usage', '--folder "/a//B" cannot be a folder'],
    [['--name', 'A', '--tag', 'a/b'], undefined, 'usage', '--tag "a/b" cannot be a tag'],
  ])('is refused before anything is contacted: %j', async (words, stdin, code, message) => {
    const setting = stdin === undefined ? {} : { stdin };
    expect(await run(['create', ...words], setting)).toMatchObject({ error: { code, message }, calls: [] });
  });

  it.each([
    ['--slug', 'In Voice', 'use in-voice'],
    ['--folder', '/a//B', 'use a/b'],
    ['--folder', '//', 'use another one'],
  ])('gets the advice for %s %s', async (flag, word, fix) => {
    expect((await run(['create', '--name', 'A', flag, word])).error).toMatchObject({ fix });
  });
});

describe('a changed template', () => {
  it('has the fields that are given', async () => {
    const words = ['update', 'invoice', '--content', '-', '-m', 'Newer', '--if-match', '"1"'];
    const { calls, stdout } = await run(words, { stdin: 'New' });
    expect(calls).toEqual([
      ['lookUpTemplate', 'invoice'],
      ['updateTemplate', id, { content: 'New' }, { message: 'Newer', ifMatch: '"1"' }],
    ]);
    expect(JSON.parse(stdout)).toEqual({ data: stored });
    const shown = await run(['update', id, '--name', 'B'], { isTerminal: true });
    expect([shown.calls, shown.stderr]).toEqual([[['updateTemplate', id, { name: 'B' }]], 'Updated Invoice\n']);
  });

  it('is in another folder without another revision', async () => {
    const { calls, stdout, stderr } = await run(['update', id, '--folder', 'a', '--tag', 'x'], { isTerminal: true });
    expect(calls).toEqual([['updateTemplateProperties', id, { folder: 'a', tags: ['x'] }]]);
    expect([stdout.replace(/ {2,}/g, ' '), stderr]).toEqual([
      'Invoice\n slug invoice\n folder a\n tags x\n',
      'Updated Invoice\n',
    ]);
    const none = await run(['update', id, '--folder', '', '--tag', ''], { isTerminal: true });
    expect(none.stdout.replace(/ {2,}/g, ' ')).toBe('Invoice\n slug invoice\n folder none\n tags none\n');
    const piped = await run(['update', id, '--slug', 'bill']);
    expect(JSON.parse(piped.stdout)).toEqual({ data: { ...properties, slug: 'bill' } });
  });

  it('gets fields and a slug in two requests, if the slug is free', async () => {
    const { calls, stdout } = await run(['update', id, '--name', 'B', '--slug', 'bill']);
    expect(calls).toEqual([
      ['lookUpTemplate', 'bill'],
      ['updateTemplate', id, { name: 'B' }],
      ['updateTemplateProperties', id, { slug: 'bill' }],
    ]);
    expect(JSON.parse(stdout)).toEqual({ data: stored });
    const same = await run(['update', id, '--name', 'B', '--slug', 'invoice']);
    expect(same.calls.map(([name]) => name)).toEqual(['lookUpTemplate', 'updateTemplate', 'updateTemplateProperties']);
    const taken = await run(['update', idOf(2), '--name', 'B', '--slug', 'invoice']);
    expect(taken).toMatchObject({ error: { code: 'slug_taken' }, calls: [['lookUpTemplate', 'invoice']] });
  });

  it('says what is done if only the second request fails', async () => {
    const fail = { updateTemplateProperties: notFound };
    const both = await run(['update', id, '--name', 'B', '--tag', 'x'], {}, fail);
    expect(both).toMatchObject({
      error: { code: 'template_not_found' },
      stderr: 'The template is updated; its slug, folder and tags are not.\n',
    });
    expect(await run(['update', id, '--tag', 'x'], {}, fail)).toMatchObject({ stderr: '' });
  });

  it('is only shown in a dry run, request by request', async () => {
    const url = `${serviceUrl}/api/v1/templates/${id}`;
    const one = await run(['update', 'invoice', '--name', 'B', '-m', 'Newer', '--if-match', '"1"', '--dry-run']);
    expect([one.calls, JSON.parse(one.stdout)]).toEqual([
      [['lookUpTemplate', 'invoice']],
      {
        ...{ method: expect.any(String), url, body: { template: { name: 'B' } } },
        headers: expect.objectContaining({ 'If-Match': '"1"', 'Platen-Revision-Message': 'Newer' }),
      },
    ]);
    const both = await run(['update', id, '--name', 'B', '--tag', 'x', '--dry-run']);
    expect(JSON.parse(both.stdout).map(({ body }: { body: object }) => body)).toEqual([
      { template: { name: 'B' } },
      { properties: { tags: ['x'] } },
    ]);
    const last = await run(['update', id, '--tag', 'x', '--dry-run']);
    expect(JSON.parse(last.stdout)).toMatchObject({ body: { properties: { tags: ['x'] } } });
  });

  it.each([
    [['invoice'], 'there is nothing to change'],
    [['invoice@7', '--name', 'A'], '"invoice@7" names a revision, and this command takes the template'],
    [['in voice', '--name', 'A'], '"in voice" does not name a template'],
    [['invoice', '--tag', 'x', '-m', 'Why'], '--message is for a change of the template'],
    [['invoice', '--tag', 'x', '--if-match', '"1"'], '--if-match is for a change of the template'],
    [['invoice', '--name', 'A', '-m', 'a\nb'], '--message must be 1 to 500 characters on one line'],
    [['invoice', '--name', 'A', '-m', 'x'.repeat(501)], '--message must be 1 to 500 characters on one line'],
  ])('is refused before anything is contacted: %j', async (words, message) => {
    expect(await run(['update', ...words])).toMatchObject({ error: { code: 'usage', message }, calls: [] });
  });

  it('takes a message of 500 characters', async () => {
    const { error } = await run(['update', id, '--name', 'A', '-m', 'x'.repeat(500)]);
    expect(error).toBeUndefined();
  });
});
