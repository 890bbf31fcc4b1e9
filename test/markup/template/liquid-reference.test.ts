import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildLiquid } from '../../../src/markup/template/liquid-engine.ts';
import { templates } from './templates-here.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/liquid.md'), 'utf8');
const [, values = '{}'] = /```json\n(.*?)```/s.exec(page) ?? [];
const rows = [...page.matchAll(/^\| `(\w+)` \| `(\{\{.*\}\})` \| (?:`(.*)`)?/gm)].map(
  ([, filter = '', example = '', result]) => ({ filter, template: example.replaceAll('\\|', '|'), result }),
);

test('the reference of Liquid lists every filter', () => {
  const { filters } = buildLiquid({ now: 0, timezone: 'UTC' }, () => ({}) as never);
  expect([...new Set(rows.map(({ filter }) => filter))].sort()).toEqual(Object.keys(filters).sort());
});

test('the examples of the reference of Liquid have the results that it names', async () => {
  const results: typeof rows = [];
  for (const row of rows) {
    const text = await templates.render(row.template, JSON.parse(values));
    // A cell has no line breaks, and its spaces are plain ones.
    results.push({ ...row, result: row.result === undefined ? undefined : text.replace(/[\n\u00a0\u202f]/g, ' ') });
  }
  expect(results).toEqual(rows);
});
