import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { declareTypes } from '../../scripts/build/published-types.ts';

const checkout = resolve(import.meta.dirname, '../..');
const declarations = declareTypes();
const names = [...declarations.matchAll(/^export interface (\w+)/gm)].map(([, name = '']) => name);

const answers = new Set([
  'Problem',
  'Template',
  'TemplateProperties',
  'TemplateFileSet',
  'Asset',
  'ValueSets',
  'ListedValueSets',
  'ImageReport',
  'ListedRevision',
  'Revision',
  'Label',
  'TemplateUse',
  'ApiKey',
  'NewApiKey',
  'RenderReport',
  'Warning',
  'Timings',
  'Render',
  'RenderProgress',
  'RenderFailure',
  'RenderProgress',
  'RenderLink',
  'Webhook',
  'NewWebhook',
  'Delivery',
]);

test('every field of a published type says what it means', () => {
  const lines = declarations.split('\n');
  const fields = [...lines.keys()].filter((index) => /^ +\w+\??: /.test(lines[index] ?? ''));
  expect(fields.length).toBeGreaterThan(100);
  const silent = fields.filter((index) => !/\*\/$/.test(lines[index - 1] ?? ''));
  expect(silent.map((index) => lines[index])).toEqual([]);
  // Options have a meaning where they are left out.
  const options = /interface Options \{[\s\S]*?\n\}/.exec(declarations)?.[0] ?? '';
  const own = [...options.matchAll(/^ {2}\/\*\* (.*) \*\/\n {2}(\w+)\?/gm)];
  expect(own.filter(([, comment = '']) => !/default/i.test(comment)).map(([, , name]) => name)).toEqual([]);
});

test('the published types are those that the schemas compute', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-types-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // What is readonly, and an object of any type, travels as what the schemas say.
  const plain = declarations.replaceAll(': object;', ': { [name: string]: unknown };').replaceAll('readonly ', '');
  writeFileSync(join(folder, 'published.ts'), plain);
  const compare = names.flatMap((name) => [
    `export const to${name} = (given: computed.${name}): published.${name} => given;`,
    // An answer may have more fields one day, which the published type does not invite to use.
    ...(answers.has(name) ? [] : [`export const from${name} = (given: published.${name}): computed.${name} => given;`]),
  ]);
  writeFileSync(
    join(folder, 'compare.ts'),
    `import type * as computed from ${JSON.stringify(join(checkout, 'src/contract/index.ts'))};
    import type * as published from './published.ts';\n${compare.join('\n')}`,
  );
  const flags =
    '--noEmit --strict --exactOptionalPropertyTypes --target es2023 --lib es2024 --module nodenext --skipLibCheck';
  const types = [
    '--allowImportingTsExtensions',
    '--typeRoots',
    join(checkout, 'node_modules/@types'),
    '--types',
    'node',
  ];
  const tsc = join(checkout, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(process.execPath, [tsc, ...flags.split(' '), ...types, 'compare.ts'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
