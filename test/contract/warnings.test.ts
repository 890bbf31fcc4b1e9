import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderWarnings } from '../../src/contract/index.ts';

it('lists no warning that a render never gives', () => {
  const folder = join(import.meta.dirname, '../../src');
  const sources = globSync('{engine,browser,markup,pdf}/**/*.ts', { cwd: folder }).map((file) =>
    readFileSync(join(folder, file), 'utf8'),
  );
  const unused = Object.keys(renderWarnings).filter((code) => !sources.some((source) => source.includes(`'${code}'`)));
  expect(unused).toEqual([]);
});
