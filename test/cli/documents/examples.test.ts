import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { findHtmlReferences } from '../../../src/cli/documents/assets/html-references.ts';
import { collectParts } from '../../../src/cli/documents/collect-parts.ts';
import { planSources } from '../../../src/cli/documents/plan-source.ts';
import { limits, type Part } from '../../../src/contract/index.ts';

const folder = fileURLToPath(new URL('../../../examples/', import.meta.url));
const documents = readdirSync(folder).filter((name) => /\.(html|md)$/.test(name));
const templates = readdirSync(`${folder}templates`).filter((name) =>
  existsSync(`${folder}templates/${name}/template.json`),
);
const edges = {
  cwd: folder,
  stdin: (async function* () {})(),
  platform: process.platform,
  renderTemplate: async ({ content }: { content: string }) => content,
};
const plan = (...sources: string[]) => planSources(sources, undefined, limits.parts);

test.each(documents)('%s brings all that it names, and needs no network', async (name) => {
  const { parts, warnings } = await collectParts(plan(name), {}, edges);
  expect(warnings).toEqual([]);
  const { html, markdown } = parts as Part;
  const { references } = await findHtmlReferences(html ?? markdown ?? '');
  expect(references.filter(({ address }) => /^(https?:)?\/\//.test(address))).toEqual([]);
});

test('every file beside the examples is used by one of them, or is a licence', async () => {
  const { parts } = await collectParts(plan(...documents), {}, edges);
  const used = (parts as Part[]).flatMap(({ assets }) => Object.keys(assets ?? {}));
  const files = readdirSync(`${folder}assets`).filter((name) => !name.endsWith('-license.txt'));
  expect(files.map((name) => `assets/${name}`).toSorted()).toEqual([...new Set(used)].toSorted());
});

test.each(templates)('the template %s stands alone, with a name and a preview context', async (slug) => {
  const { parts, warnings } = await collectParts(plan(`template:./templates/${slug}`), {}, edges);
  expect(warnings).toEqual([]);
  expect(Object.keys(parts)).toEqual(['html']);
  const named = JSON.parse(readFileSync(`${folder}templates/${slug}/template.json`, 'utf8'));
  expect(named).toEqual({ name: expect.stringMatching(/\S/) });
});
