import { describe, expect, it } from 'vitest';
import { type CommandSetting, runCommand } from '../commands/run-command.ts';
import { idOf } from './sync/remote-stub.ts';

const id = idOf(1);
const revisions: Record<number, { name: string; content: string; preview_context: object }> = {
  7: { name: 'Invoice', content: 'a\n', preview_context: { a: 1 } },
  8: { name: 'Invoice', content: 'b\n', preview_context: { a: 1 } },
  9: { name: 'Invoice', content: 'a\n', preview_context: { a: 1 } },
};
const sets: Record<number, object> = {
  7: { sets: { min: { a: 1 } }, schema: null },
  8: { sets: { min: { a: 1 } }, schema: null },
  9: { sets: { min: { a: 2 } }, schema: { type: 'object' } },
};

/** Runs `platen templates diff` with a service that has a template with three revisions; `live` is the second. */
function diff(words: readonly string[], setting: CommandSetting = {}) {
  const stub = {
    lookUpTemplate: async () => ({ id }),
    listLabels: async () => [{ label: 'live', revision: 8 }],
    listRevisions: async () => ({ data: [{ revision: 9 }] }),
    getRevision: async (_: string, revision: number) => revisions[revision],
    getValueSets: async (_: string, { revision = 0 }: { revision?: number }) => sets[revision],
  };
  return runCommand(['templates', 'diff', ...words], stub, setting);
}

describe('the difference of two revisions', () => {
  it('is that of their texts', async () => {
    const { code, stdout, stderr } = await diff(['invoice@7', 'invoice@live']);
    expect([code, stderr]).toEqual([undefined, '']);
    expect(stdout).toBe('--- invoice@7/content.html\n+++ invoice@8/content.html\n@@ -1,1 +1,1 @@\n-a\n+b\n');
    expect((await diff(['invoice@7', 'invoice@live', '--exit-code'])).code).toBe(20);
    expect(await diff(['invoice@7', 'invoice@8', '--quiet', '--exit-code'])).toMatchObject({
      code: 20,
      stdout: '',
      stderr: '',
    });
  });

  it('is that of their values and schemas, too, and of the newest by default', async () => {
    const { stdout } = await diff([`${id}@7`]);
    expect(stdout.split('\n')).toEqual([
      `--- ${id}@7/values/min.json`,
      `+++ ${id}@9/values/min.json`,
      ...['@@ -1,3 +1,3 @@', ' {', '-  "a": 1', '+  "a": 2', ' }'],
      `--- ${id}@7/values.schema.json`,
      `+++ ${id}@9/values.schema.json`,
      ...['@@ -0,0 +1,3 @@', '+{', '+  "type": "object"', '+}', ''],
    ]);
  });

  it('is JSON with --json', async () => {
    const { data } = JSON.parse((await diff(['invoice@8', 'invoice', '--json'])).stdout);
    expect(data).toEqual({
      from: { id, revision: 8 },
      to: { id, revision: 9 },
      fields: ['content', 'values/min.json', 'values.schema.json'],
      diff: expect.stringContaining('-b\n+a\n'),
    });
  });

  it('may be nothing', async () => {
    expect(await diff(['invoice@7', 'invoice@7', '--exit-code'])).toMatchObject({
      ...{ code: undefined, stdout: '', stderr: 'There is no difference.\n' },
    });
    const { data } = JSON.parse((await diff(['invoice@7', 'invoice@7', '--json'])).stdout);
    expect(data).toMatchObject({ fields: [], diff: '' });
  });

  it.each([
    [['invoice@7', 'invoice@8', 'invoice@9'], 'a diff compares two revisions'],
    [['invoice@7', '--dir', 'mails'], '--dir is for template folders, not for revisions'],
  ])('is refused before anything is contacted: %j', async (words, message) => {
    expect(await diff(words)).toMatchObject({ error: { code: 'usage', message }, calls: [] });
  });
});
