import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import generate from 'openapi-typescript';
import { expect, it, onTestFinished } from 'vitest';
import { buildOpenApi } from '../../scripts/docs/build-openapi.ts';
import { examples } from '../../scripts/docs/examples.ts';
import { type RouteName, routes } from '../../src/contract/index.ts';

const { resolve } = createRequire(import.meta.url);
const compiler = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');

/** Runs a program of a package and gives what it says; fails with that where it fails. */
async function runNode(folder: string, ...words: string[]): Promise<string> {
  const run = promisify(execFile)(process.execPath, words, { cwd: folder });
  const { stdout } = await run.catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`);
  });
  return stdout;
}

/** The example of an operation as a call of the client. */
function writeCall(name: RouteName): string {
  const { path, body, headers } = examples[name];
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const typed = (value: string) => (/^(\d+|true|false)$/.test(value) ? JSON.parse(value) : value);
  const query = Object.fromEntries([...searchParams].map(([field, value]) => [field, typed(value)]));
  const values = pathname.split('/');
  const named = routes[name].path.split('/').flatMap((piece, place) => {
    const field = /^\{(\w+)\}$/.exec(piece)?.[1];
    return field === undefined ? [] : [[field, typed(values[place] ?? '')]];
  });
  const request = {
    ...(named.length > 0 && { path: Object.fromEntries(named) }),
    ...(Object.keys(query).length > 0 && { query }),
    body,
    headers,
  };
  return `await call(${JSON.stringify(name)}, ${JSON.stringify(request)});\n`;
}

it('a client that is generated from the OpenAPI document calls every operation, under strict', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-openapi-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const document = JSON.parse(JSON.stringify(buildOpenApi('0.0.0')));
  // No declaration file, because those are skipped.
  writeFileSync(join(folder, 'api.ts'), await generate(document));
  const client = readFileSync(new URL('../fixtures/openapi-client.txt', import.meta.url), 'utf8');
  const calls = (Object.keys(routes) as RouteName[]).map(writeCall);
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(join(folder, 'client.ts'), `${client}\n${calls.join('')}`);
  const flags =
    '--strict --noEmit --exactOptionalPropertyTypes --target es2023 --module nodenext --skipLibCheck --allowImportingTsExtensions';
  expect(await runNode(folder, compiler, ...flags.split(' '), 'client.ts')).toBe('');
});
