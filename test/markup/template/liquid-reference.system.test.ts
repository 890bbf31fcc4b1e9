import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { buildLiquid } from '../../../src/markup/template/liquid-engine.ts';
import { openTemplateRenderer } from '../../../src/markup/template/template-renderer.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/liquid.md'), 'utf8');
const [, values = '{}'] = /```json\n(.*?)```/s.exec(page) ?? [];
const rows = [...page.matchAll(/^\| `(\w+)` \| `(\{\{.*\}\})` \| (?:`(.*)`)?/gm)].map(
  ([, filter = '', example = '', result]) => ({ filter, template: example.replaceAll('\\|', '|'), result }),
);
const templates = openTemplateRenderer({ children: 1 });

afterAll(() => templates.close());

test('the reference of Liquid lists every filter', () => {
  const { filters } = buildLiquid({ now: 0, timezone: 'UTC' }, () => ({}) as never);
  expect([...new Set(rows.map(({ filter }) => filter))].sort()).toEqual(Object.keys(filters).sort());
});

test('the examples of the reference of Liquid have the results that it names', async () => {
  const context = { signal: new AbortController().signal, account: 'a' };
  const results: typeof rows = [];
  for (const row of rows) {
    const text = await templates.render(row.template, JSON.parse(values), context);
    // A cell has no line breaks, and its spaces are plain ones.
    results.push({ ...row, result: row.result === undefined ? undefined : text.replace(/[\n\u00a0\u202f]/g, ' ') });
  }
  expect(results).toEqual(rows);
});
