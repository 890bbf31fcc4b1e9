import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { CommandError } from '../../../../src/cli/output/command-error.ts';
import { TemplateFault } from '../../../../src/cli/service/render-template.ts';
import { type CheckEdges, checkTemplate } from '../../../../src/cli/templates/check/check-template.ts';
import { checkFolders, findCheckedSources, summarizeFindings } from '../../../../src/cli/templates/check/run-check.ts';
import { makeFolder } from '../../commands/run-command.ts';

let cwd: string;
const { signal } = new AbortController();

beforeEach(() => {
  cwd = makeFolder();
  write('mails/invoice/template.json', { name: 'Invoice' });
  write('mails/invoice/content.html', '<p>Hello</p>');
});

function write(file: string, content: string | object): void {
  mkdirSync(dirname(join(cwd, file)), { recursive: true });
  writeFileSync(join(cwd, file), typeof content === 'string' ? content : JSON.stringify(content));
}

/** What a check is made with: templates and values without a fault, and a PDF of three pages without warnings. */
function edgesOf(changes: { [name in keyof CheckEdges]?: unknown } = {}): CheckEdges {
  return {
    templates: {
      check: async () => [],
      findPartials: async () => [],
      render: async ({ content }: { content: string }) => content,
    },
    renderer: { render: async () => ({ pages: 3, warnings: [], pdf: Buffer.from('%PDF') }) },
    values: { find: async () => [] },
    cwd,
    platform: 'linux',
    ...changes,
  } as CheckEdges;
}

async function check(changes: { [name in keyof CheckEdges]?: unknown } = {}) {
  const [source] = await findCheckedSources(['mails/invoice'], cwd, undefined);
  if (!source) throw new Error('there is no template');
  return checkTemplate(source, edgesOf(changes), signal);
}
const findingsOf = async (changes: { [name in keyof CheckEdges]?: unknown } = {}) => (await check(changes)).findings;
const templatesOf = (changes: object) => ({ templates: { ...edgesOf().templates, ...changes } });
const fails = (error: unknown) => () => Promise.reject(error);
const file = 'mails/invoice/content.html';

describe('a template without findings', () => {
  it('has its pages, for each of its sets of values', async () => {
    write('mails/invoice/values/long.json', { a: 1 });
    const pages = [3, 9];
    const renderer = { render: async () => ({ pages: pages.shift(), warnings: [], pdf: Buffer.from('') }) };
    const sets = [
      { name: null, pages: 3, ms: expect.any(Number), findings: [] },
      { name: 'long', pages: 9, ms: expect.any(Number), findings: [] },
    ];
    expect(await check({ renderer })).toEqual({
      ...{ slug: 'invoice', name: 'Invoice', path: 'mails/invoice', pages: 3, sets, findings: [] },
    });
  });
});

describe('findings of a template', () => {
  it('may be about its values, which the schema refuses', async () => {
    write('mails/invoice/preview_context.json', { total: 'x' });
    const find = async (...given: unknown[]) => {
      expect(given.slice(1)).toEqual(['mails/invoice', { total: 'x' }, { file: values, json: '{"total":"x"}' }]);
      return [{ message: 'total must be a number', line: 1, column: 2 }];
    };
    const values = 'mails/invoice/preview_context.json';
    expect(await findingsOf({ values: { find } })).toEqual([
      { level: 'error', code: 'values_invalid', file: values, message: 'total must be a number', line: 1, column: 2 },
    ]);
  });

  it('may be of its text or of its values, and errors of these stop the render', async () => {
    const found = [
      { level: 'error', code: 'template_error', message: 'a', where: 'content' },
      { level: 'warning', code: 'unused_value', message: 'b', where: 'context' },
    ];
    const changes = { ...templatesOf({ check: async () => found }), renderer: { render: fails(new Error('no')) } };
    expect(await check(changes)).toMatchObject({
      pages: null,
      findings: [
        { level: 'error', code: 'template_error', message: 'a', file },
        { level: 'warning', code: 'unused_value', message: 'b', file: 'mails/invoice/preview_context.json' },
      ],
    });
    expect((await check(templatesOf({ check: async () => found.slice(1) }))).pages).toBe(3);
  });

  it('leave out a variable that another set of values has', async () => {
    write('mails/invoice/values/long.json', {});
    const of = (...names: string[]) =>
      names.map((name) => ({ level: 'warning', code: 'unknown_variable', message: name, where: 'content' }));
    const shown = [of('a', 'b'), of('b')];
    const { sets, findings } = await check(templatesOf({ check: async () => shown.shift() }));
    expect(findings.map(({ message }) => message)).toEqual(['b']);
    expect(sets.map((set) => set.findings.length)).toEqual([1, 0]);
  });

  it('keep other findings of a single set', async () => {
    write('mails/invoice/values/long.json', {});
    const unused = { level: 'warning', code: 'unused_value', message: 'a', where: 'context' };
    const shown = [[], [unused]];
    const { sets } = await check(templatesOf({ check: async () => shown.shift() }));
    expect(sets.map((set) => set.findings.length)).toEqual([0, 1]);
  });

  it('may be warnings of the render, of which missing resources are errors', async () => {
    const warnings = [
      { part: 0, code: 'resource_missing', detail: 'a.png was not sent' },
      { part: 0, code: 'content_shrunk', detail: 'shrunk' },
    ];
    const renderer = { render: async () => ({ pages: 1, warnings, pdf: Buffer.from('') }) };
    expect((await findingsOf({ renderer })).map(({ level, code }) => [level, code])).toEqual([
      ['error', 'resource_missing'],
      ['warning', 'content_shrunk'],
    ]);
  });

  it('may be differences from a reference, which has the name of its values', async () => {
    write('mails/invoice/values/long.json', {});
    const asked: unknown[] = [];
    const references = {
      check: async (name: string, pdf: Buffer, of: string) => {
        asked.push([name, pdf.toString(), of]);
        return name === 'invoice' ? [] : [{ code: 'looks_different', message: 'page 1', file: of }];
      },
    };
    expect(await findingsOf({ references })).toEqual([
      { level: 'error', code: 'looks_different', message: 'page 1', file },
    ]);
    expect(asked).toEqual([
      ['invoice', '%PDF', file],
      ['invoice.long', '%PDF', file],
    ]);
  });

  it('may be a template.json that push would refuse', async () => {
    write('mails/invoice/template.json', '{');
    const [finding, ...more] = await findingsOf();
    expect([finding?.level, finding?.code, finding?.file, more]).toEqual([
      ...['error', 'template_json', 'mails/invoice/template.json', []],
    ]);
    expect(finding?.message).toBe('template.json is not JSON at line 1, column 2');
  });

  it('may be links in place of files, which are not read', async () => {
    write('other.html', 'x');
    symlinkSync(join(cwd, 'other.html'), join(cwd, 'mails/invoice/preview_context.json'));
    const message = 'is a symbolic link, which push refuses';
    expect(await check({ renderer: { render: fails(new Error('no')) } })).toMatchObject({
      ...{ pages: null, findings: [{ code: 'preview_context', message, file: 'mails/invoice/preview_context.json' }] },
    });
  });

  it('may be values that are no JSON', async () => {
    write('mails/invoice/preview_context.json', '{"a": }');
    expect(await findingsOf()).toMatchObject([
      { level: 'error', code: 'preview_context', file: 'mails/invoice/preview_context.json', line: 1 },
    ]);
  });

  it('may be a text that is missing', async () => {
    write('mails/letter/template.json', { name: 'Letter' });
    const [source] = await findCheckedSources(['mails/letter'], cwd, undefined);
    if (!source) throw new Error('there is no template');
    const { findings } = await checkTemplate(source, edgesOf(), signal);
    expect(findings).toMatchObject([{ code: 'unreadable', file: 'mails/letter/content.html' }]);
    expect(findings[0]?.message).not.toContain('mails');
  });

  it('may be a fault of the template with its place', async () => {
    const fault = Object.assign(new Error(), { problem: 'unknown tag', line: 3, column: 7 });
    const changes = templatesOf({ check: fails(new TemplateFault(file, fault)) });
    expect(await findingsOf(changes)).toEqual([
      { level: 'error', code: 'template_error', message: 'unknown tag', file, line: 3, column: 7 },
    ]);
    const whole = templatesOf({
      check: fails(new TemplateFault(file, Object.assign(new Error(), { problem: 'slow' }))),
    });
    expect(await findingsOf(whole)).toEqual([{ level: 'error', code: 'template_error', message: 'slow', file }]);
  });

  it('may be a schema that cannot be used', async () => {
    const error = new CommandError('input_invalid', 'mails/invoice/values.schema.json is no schema', { why: 'type' });
    expect(await findingsOf({ values: { find: fails(error) } })).toEqual([
      {
        level: 'error',
        code: 'values_schema',
        message: 'is no schema: type',
        file: 'mails/invoice/values.schema.json',
      },
    ]);
  });

  it('may be a render that is rejected, but no failure of the browser', async () => {
    const rejected = new CommandError('page_failed', 'x', { why: 'the page failed' });
    expect(await findingsOf({ renderer: { render: fails(rejected) } })).toEqual([
      { level: 'error', code: 'page_failed', message: 'the page failed', file },
    ]);
    const crashed = new CommandError('browser_missing', 'there is no browser');
    await expect(check({ renderer: { render: fails(crashed) } })).rejects.toBe(crashed);
  });

  it.each<[string[], string | undefined]>([
    [[], undefined],
    [['b.txt'], 'b.txt is only on this machine'],
    [['assets/shared.svg', 'own.svg'], undefined],
  ])('name the files that push does not send: %j', async (files, message) => {
    write('mails/invoice/own.svg', '<svg/>');
    write('mails/assets/shared.svg', '<svg/>');
    for (const name of files) if (name.endsWith('.txt')) write(`mails/invoice/${name}`, 'x');
    const content = files.map((name) => `<img src="${name}">`).join('');
    write('mails/invoice/content.html', content);
    const found = (await findingsOf()).filter(({ code }) => code === 'local_file');
    expect(found.map((finding) => finding.message.split(', because')[0])).toEqual(
      message === undefined ? [] : [message],
    );
  });
});

describe('checked templates', () => {
  it('are each found once, in the order of the words', async () => {
    write('mails/letter/content.html', 'x');
    const sources = await findCheckedSources(['mails/letter', 'mails', 'mails/invoice'], cwd, undefined);
    expect(sources.map(({ slug }) => slug)).toEqual(['letter', 'invoice']);
  });

  it('are summed up with the level of each finding', async () => {
    write('mails/letter/template.json', { name: 'Letter' });
    write('mails/letter/content.html', 'x');
    const sources = await findCheckedSources(['mails'], cwd, undefined);
    const found = [
      { level: 'warning', code: 'unused_value', message: 'b', where: 'content', line: 2, column: 1 },
      { level: 'warning', code: 'unused_value', message: 'c', where: 'content' },
      { level: 'error', code: 'template_error', message: 'a', where: 'content' },
    ];
    const checked = await checkFolders(sources, edgesOf(templatesOf({ check: async () => found })), signal);
    const { data, errors, warnings } = summarizeFindings(checked);
    expect([errors, warnings, data.map(({ slug }) => slug)]).toEqual([2, 4, ['invoice', 'letter']]);
    expect(data[0]).toEqual({
      ...{ slug: 'invoice', name: 'Invoice', path: 'mails/invoice', pages: null, sets: [{ name: null, pages: null }] },
      findings: [
        { level: 'warning', code: 'unused_value', message: 'b', file, line: 2, column: 1 },
        { level: 'warning', code: 'unused_value', message: 'c', file, line: null, column: null },
        { level: 'error', code: 'template_error', message: 'a', file, line: null, column: null },
      ],
    });
  });
});
