import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CliResult, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;

const small = '<style>@page { size: 120pt 80pt; margin: 5pt }</style>';
const content = `<!doctype html><html lang="en"><title>T</title>${small}<p>{{ name }}{% if note %} {{ note }}{% endif %}</p>`;
const schema = {
  type: 'object',
  properties: { name: { type: 'string' }, note: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

function save(name: string, text: string): void {
  mkdirSync(dirname(join(home.folder, name)), { recursive: true });
  writeFileSync(join(home.folder, name), text);
}
const platen = (...words: string[]): Promise<CliResult> => runCli(words, { cwd: home.folder, env: home.env });
const html = async (...words: string[]) => platen('render', 'html', 'template:./set/letter', ...words);

beforeAll(() => {
  home = makeHome();
  save('set/letter/template.json', '{"name": "Letter"}');
  save('set/letter/content.html', content);
  save('set/letter/preview_context.json', '{"name": "Ada"}');
  save('set/letter/values/long.json', '{"name": "Grace", "note": "with a note"}');
  save('set/letter/values.schema.json', JSON.stringify(schema));
});
afterAll(() => home.remove());

describe('a set of values', () => {
  it('is chosen by its name', async () => {
    expect((await html()).stdout).toContain('<p>Ada</p>');
    expect((await html('--values', 'long')).stdout).toContain('<p>Grace with a note</p>');
    expect((await html('--values', 'long', '--set', 'name=Joan')).stdout).toContain('<p>Joan with a note</p>');
    const pdf = await platen('render', 'pdf', 'template:./set/letter', '--values', 'long', '-o', 'long.pdf');
    expect([pdf.code, existsSync(join(home.folder, 'long.pdf'))]).toEqual([0, true]);
  });

  it.each([
    [['--values', 'lnog'], 2, ['./set/letter has no values "lnog"', 'it has long', 'did you mean long?']],
    [['--values', '../letter'], 2, ['./set/letter has no values "../letter"']],
    [['--values', 'long', '--context', '{}'], 2, ['--values and --context cannot be used together']],
  ])('%j is refused', async (words, code, texts) => {
    const result = await html(...words);
    expect(result.code).toBe(code);
    for (const text of texts) expect(result.stderr).toContain(text);
  });

  it('is for template folders alone', async () => {
    save('page.html', 'x');
    const { code, stderr } = await platen('render', 'html', 'page.html', '--values', 'long');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--values says nothing here')]);
  });
});

describe('a schema of values', () => {
  it('names the field, its file and its place', async () => {
    save('set/letter/values/wrong.json', '{\n  "name": 7,\n  "nmoe": ""\n}');
    const { code, stderr } = await html('--values', 'wrong');
    expect(code).toBe(2);
    expect(stderr).toContain('error: ./set/letter/values/wrong.json:2:11: name must be a string');
    expect(stderr).toContain('the values do not follow ./set/letter/values.schema.json');
    expect(stderr).toContain('./set/letter/values/wrong.json:3:11: nmoe is not a known field; known are name, note');
    save('set/letter/values/wrong.json', '{"name": "right now"}');
  });

  it('is for values of flags and of rows too, which have no place', async () => {
    const { code, stderr } = await html('--context', '{"note": "x"}');
    expect([code, stderr]).toEqual([2, expect.stringContaining('error: name is required')]);
    save('rows.csv', 'name,other\nAda,x\n');
    const rows = await platen('render', 'batch', 'rows.csv', '--template', 'set/letter', '-o', '{name}.pdf');
    expect([rows.code, rows.stderr]).toEqual([2, expect.stringContaining('rows.csv:2: other is not a known field')]);
  });

  it('that cannot be used is an error with its file', async () => {
    save('set/letter/values.schema.json', '{"type": "text"}');
    const { code, stderr } = await html();
    expect([code, stderr]).toEqual([2, expect.stringContaining('./set/letter/values.schema.json cannot be used')]);
    save('set/letter/values.schema.json', '{"type": }');
    expect((await html()).stderr).toContain('values.schema.json: the value is not JSON at line 1, column 10');
    save('set/letter/values.schema.json', JSON.stringify(schema));
  });

  it('is drafted from the values of a folder', async () => {
    save('set/bill/content.html', 'x');
    save('set/bill/preview_context.json', '{"total": 1, "a": "x"}');
    save('set/bill/values/long.json', '{"total": 2}');
    const drafted = await platen('templates', 'schema', 'set/bill');
    expect([drafted.code, drafted.stderr]).toEqual([0, expect.stringContaining('Wrote set/bill/values.schema.json')]);
    const written = JSON.parse(readFileSync(join(home.folder, 'set/bill/values.schema.json'), 'utf8'));
    expect(written).toMatchObject({ properties: { total: { type: 'number' } }, required: ['total'] });
    expect((await platen('templates', 'schema', 'set/bill')).code).toBe(6);
    expect(JSON.parse((await platen('templates', 'schema', 'set/bill', '-o', '-')).stdout)).toEqual(written);
    save('set/empty/content.html', 'x');
    expect((await platen('templates', 'schema', 'set/empty')).stderr).toContain('set/empty has no values');
    expect((await platen('templates', 'schema', 'set')).stderr).toContain('set has several templates');
  });
});

describe('platen templates check', () => {
  it('renders every set, compares each, and lists a finding once', async () => {
    save('check/letter/template.json', '{"name": "Letter"}');
    save('check/letter/content.html', content.replace('<p>', '<p>{{ typo }}'));
    save('check/letter/preview_context.json', '{"name": "Ada"}');
    save('check/letter/values/long.json', '{"name": "Grace", "note": "with a note", "more": 1}');
    save('check/letter/values/bad.json', '{"name": 7}');
    save('check/letter/values.schema.json', JSON.stringify({ properties: { name: { type: 'string' } } }));
    const first = await platen('templates', 'check', 'check', '--json', '--against', 'pages');
    const [data] = JSON.parse(first.stdout).data;
    expect(first.code).toBe(7);
    expect([data.pages, data.sets]).toEqual([
      1,
      [
        { name: null, pages: 1 },
        { name: 'bad', pages: 1 },
        { name: 'long', pages: 1 },
      ],
    ]);
    expect(
      data.findings.map(({ code, file, line, column }: Record<string, unknown>) => [code, file, line, column]),
    ).toEqual([
      ['unknown_variable', 'check/letter/content.html', 1, expect.any(Number)],
      ['no_reference', 'check/letter/content.html', null, null],
      ['values_invalid', 'check/letter/values/bad.json', 1, 10],
      ['no_reference', 'check/letter/content.html', null, null],
      ['unused_value', 'check/letter/values/long.json', null, null],
      ['no_reference', 'check/letter/content.html', null, null],
    ]);
    await platen('templates', 'check', 'check', '--against', 'pages', '--update');
    expect(readdirSync(join(home.folder, 'pages')).sort()).toEqual(['letter.bad.pdf', 'letter.long.pdf', 'letter.pdf']);
    save('check/letter/values/long.json', '{"name": "Grace", "note": "with another note"}');
    const report = await platen('templates', 'check', 'check', '--against', 'pages', '--reporter', 'junit');
    expect(report.code).toBe(7);
    expect(report.stdout).toMatch(/<testsuites name="platen templates check" tests="3" failures="2"/);
    expect(report.stdout).toMatch(/name="long"[\s\S]*page 1 looks different from pages\/letter\.long\.pdf/);
    const both = await platen('templates', 'check', 'check', '--reporter', 'junit', '--json');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('cannot be used together')]);
  });

  it('names a schema that cannot be used', async () => {
    save('check2/letter/template.json', '{"name": "Letter"}');
    save('check2/letter/content.html', content);
    save('check2/letter/preview_context.json', '{"name": "Ada"}');
    save('check2/letter/values.schema.json', '{"type": "text"}');
    const { code, stdout } = await platen('templates', 'check', 'check2');
    expect([code, stdout]).toEqual([
      7,
      expect.stringMatching(/^check2\/letter\/values\.schema\.json: error: cannot be used: .*\[values_schema\]/),
    ]);
  });
});
