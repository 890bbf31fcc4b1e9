import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, runCommand } from '../run-command.ts';

let cwd: string;
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), text);
};
beforeEach(() => {
  cwd = makeFolder();
  write('mails/letter/content.html', '<p>');
  write('mails/letter/preview_context.json', '{"a": 1}');
  write('mails/letter/values/long.json', '{"a": 2, "b": "x"}');
  write('mails/bare/content.html', '<p>');
});
const run = (...words: string[]) => runCommand(['templates', 'schema', ...words], {}, { cwd });
const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const path = 'mails/letter/values.schema.json';

describe('the schema of the values of a template', () => {
  it('is written beside them', async () => {
    const { stdout, stderr } = await run('mails/letter');
    expect([stdout, stderr]).toEqual(['', `Wrote ${path}\n`]);
    const schema = JSON.parse(read(path));
    expect(schema).toMatchObject({ required: ['a'], properties: { a: {}, b: {} } });
    expect(read(path)).toBe(`${JSON.stringify(schema, null, 2)}\n`);
    const refused = await run('mails/letter');
    expect(refused.error).toMatchObject({ code: 'output_exists' });
    const forced = await run('mails/letter', '-f', '--json');
    expect([JSON.parse(forced.stdout), forced.stderr]).toEqual([
      { data: { path: join(cwd, path), schema }, warnings: [] },
      '',
    ]);
  });

  it('goes to another file, or to stdout', async () => {
    await run('mails/letter', '-o', 'x.json');
    const text = read('x.json');
    expect(await run('mails/letter', '-o', '-')).toMatchObject({ stdout: text, stderr: '' });
    const { stdout } = await run('mails/letter', '-o', '-', '--json');
    expect(JSON.parse(stdout)).toEqual({ data: { path: null, schema: JSON.parse(text) }, warnings: [] });
  });

  it.each([
    ['mails', 'usage', 'mails has several templates', expect.stringMatching(/^name one of them: mails\//)],
    ['mails/bare', 'input_missing', 'mails/bare has no values', 'write them into mails/bare/preview_context.json'],
  ])('is not that of %s', async (dir, code, message, fix) => {
    expect((await run(dir)).error).toMatchObject({ code, message, fix });
  });
});
