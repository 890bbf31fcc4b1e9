import { cpSync, existsSync, globSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { beforeAll, expect, it, type TestContext } from 'vitest';
import { scopes } from '../../src/contract/index.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { listBlocks } from '../helpers/docs-blocks.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';
import { s3Key, startS3 } from '../jobs/results/s3-server.ts';
import { sharePostgres } from '../store/shared-postgres.ts';

const checkout = resolve(import.meta.dirname, '../..');
/** What the readers of a page have before they begin: `pages/<page>.sh`, run after the file for all pages. */
const given = resolve(import.meta.dirname, 'pages');
const blocks = listBlocks().filter(({ reason }) => reason === undefined);
const pages = [...Map.groupBy(blocks, ({ page }) => page)].map(
  ([page, parts]) => [page, parts.map(({ script }) => script).join('\n')] as const,
);

it('the README and at least 16 recipes have commands that run', () => {
  const names = pages.map(([page]) => page);
  expect(names).toContain('README.md');
  expect(names.filter((page) => page.startsWith('docs/recipes/')).length).toBeGreaterThanOrEqual(16);
});

it('what readers have is of pages with commands', () => {
  const known = pages.map(([page]) => page.replace(/md$/, 'sh'));
  expect(globSync('**/*.sh', { cwd: given }).filter((file) => file !== 'reader.sh' && !known.includes(file))).toEqual(
    [],
  );
});

let program = '';
beforeAll(async () => {
  program = await buildProgram();
});

it.concurrent.for(pages)(
  'the commands of %s run, in the folder of the examples',
  { timeout: 120_000 },
  async ([page, commands], { onTestFinished }) => {
    const workspace = openWorkspace(program);
    onTestFinished(() => workspace.clear());
    cpSync(join(checkout, 'examples'), workspace.folder, { recursive: true });
    symlinkSync(join(checkout, 'examples'), join(workspace.folder, 'examples'));
    const before = ['reader.sh', page.replace(/md$/, 'sh')].map((name) => join(given, name)).filter(existsSync);
    const values = await makeValues(page, workspace, onTestFinished);
    const script = Object.entries(values).reduce((text, [written, here]) => text.replaceAll(written, here), commands);
    const [web, service] = [values['https://example.com'] ?? '', values['https://pdf.example.com'] ?? ''];
    const env = {
      SERVICE: service,
      KEY: values['platen_…'],
      PLATEN_PORT: values['8080'],
      PLATEN_SANDBOX: 'preferred',
      PLATEN_ALLOW: new URL(web).host,
    };
    const sources = before.map((file) => `source ${JSON.stringify(file)}`);
    const whole = ['set -euo pipefail', ...sources, script].join('\n');
    const { code, stderr } = await workspace.shell(whole, { env, limitMs: 100_000 });
    expect([code, code === 0 ? '' : stderr]).toEqual([0, '']);
    const outputs = [...script.matchAll(/(?:-o|--output|[^2]>) ([\w./-]+\.pdf)/g)].map(([, name = '']) => name);
    // What fails on purpose says so.
    for (const name of outputs.filter((output) => output !== 'never.pdf')) {
      const file = join(workspace.folder, name);
      expect([name, existsSync(file) && readFileSync(file, 'latin1').slice(0, 5)]).toEqual([name, '%PDF-']);
    }
  },
);

/** Runs something when a test has ended. */
type AtEnd = TestContext['onTestFinished'];

/** What stands here for what a reader puts in place of the texts of a page. The longer of two texts comes first. */
async function makeValues(page: string, workspace: Workspace, atEnd: AtEnd): Promise<Record<string, string>> {
  const port = String(await findFreePort());
  const service = `http://127.0.0.1:${port}`;
  const web = await openWeb(atEnd);
  const made = await workspace.platen([
    'keys',
    'create',
    '--name',
    'reader',
    '--scope',
    [...scopes, 'seal:*'].join(','),
  ]);
  expect([made.code, made.stderr]).toEqual([0, expect.any(String)]);
  const folder = (name: string) => {
    mkdirSync(join(workspace.folder, 'machine', name), { recursive: true });
    return join(workspace.folder, 'machine', name);
  };
  return {
    ...(page === 'docs/guides/operations.md' && (await makeStores(atEnd))),
    'https://pdf.example.com': service,
    'https://shop.example.com': web,
    'https://new.example.com': web,
    'https://app.example.com': web,
    'https://intranet.example.com': web,
    'https://login.example.com': web,
    'https://example.com': web,
    'platen_…': made.stdout.trim(),
    '8080': port,
    '/var/lib/platen': folder('data'),
    '/opt/platen': folder('browser'),
    '/backup': folder('backup'),
    // The day of the backup to restore is today, and the reader agrees.
    '-2026-01-31.db': '-$(date +%F).db --yes',
    '=…': '=secret',
    'templates/<id>': 'templates/$(newest templates)',
    ' <id>': ' $(newest webhooks)',
    '01a20394-f2e4-76b2-a708-0f4b00095847': '$(newest renders)',
    'missing.html -o out.pdf --json': 'missing.html -o never.pdf --json || [ $? = 2 ]',
  };
}

/** Databases and buckets that pages name. */
async function makeStores(atEnd: AtEnd): Promise<Record<string, string>> {
  const [s3, postgres] = [await startS3(), await sharePostgres()];
  atEnd(() => s3.stop());
  const { databaseUrl } = await postgres.makeLocation();
  return {
    'AWS_ACCESS_KEY_ID=…': `AWS_ACCESS_KEY_ID=${s3Key.AWS_ACCESS_KEY_ID}`,
    'AWS_SECRET_ACCESS_KEY=…': `AWS_SECRET_ACCESS_KEY=${s3Key.AWS_SECRET_ACCESS_KEY}`,
    'postgres://platen@db/platen': `'${databaseUrl}'`,
    's3://my-bucket/platen?': `s3://results/platen?endpoint=${s3.endpoint}&`,
  };
}

/** A web of one page, which also takes events. */
async function openWeb(atEnd: AtEnd): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Example</title><h1>Example</h1>');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Below the ports that systems give to connections, so that none takes one of these before its service starts. */
let nextPort = 20_000 + (process.pid % 10_000);
const lastPort = 32_000;

/** A port that is free and that no other page gets, for a service that pages name in several commands. */
async function findFreePort(): Promise<number> {
  while (nextPort < lastPort) {
    const port = nextPort;
    nextPort += 1;
    const server = createServer();
    const isFree = await new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
    });
    if (!isFree) continue;
    await new Promise((done) => server.close(done));
    return port;
  }
  throw new Error('no port is free');
}
