import { execFileSync, fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, preparePrivateFolders } from '../../src/engine/index.ts';
import { type Hit, makeToken, openCanaries } from './canaries.ts';
import { bindMount, connectApp, nameServer, requireNamespaces } from './namespaces.ts';
import type { Row } from './row.ts';
import { allRows } from './rows/index.ts';
import { canaryFile } from './rows/schemes.ts';
import { findForbidden, runRow, withDeadline } from './run-row.ts';
import { type Service, startService } from './service-client.ts';

// Runs in the namespace "app": sets the stage, then runs each row against the protected service and, as positive control,
// against one without protection.
requireNamespaces();
const wanted = process.argv.slice(2);
const rows = allRows.filter(({ id }) => wanted.length === 0 || wanted.some((word) => id.startsWith(word)));
if (rows.length === 0) throw new Error(`No row is named ${wanted.join(' or ')}.`);

execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/mnt']);
const tokens = { app: makeToken(), world: makeToken(), file: makeToken() };
mkdirSync('/mnt/tmp', { mode: 0o777 });
process.env.TMPDIR = '/mnt/tmp';
writeFileSync(canaryFile, tokens.file, { mode: 0o644 });
writeFileSync('/mnt/resolv.conf', `nameserver ${nameServer}\n`);
bindMount('/mnt/resolv.conf', '/etc/resolv.conf');

// A browser of its own, so that nothing that others do on this machine shows here.
const belts = [
  '--host-resolver-rules=*',
  '--*webrtc-ip-handling-policy=*',
  '--proxy-bypass-list=*',
  '--disable-quic',
  '--proxy-server=*',
];
const cacheFolder = '/mnt/cache';
const folders = preparePrivateFolders(cacheFolder);
const browser = await findBrowser(folders);
const hits: Hit[] = [];
await startWorld(folders.user ?? 0);
await openCanaries(
  'app',
  tokens.app,
  (hit) => hits.push(hit),
  () => false,
);

const service = await startService({ egress: { level: 'public' }, dataFolder: makeFolder(), cacheFolder });
const bare = await startService({
  egress: { level: 'open' },
  dataFolder: makeFolder(),
  cacheFolder,
  executable: writeBrowser('bare', belts),
});
const trusting = await startService({
  egress: { level: 'public' },
  dataFolder: makeFolder(),
  cacheFolder,
  executable: writeBrowser('trusting', []),
});
const services = { open: bare, trusting };
for (const one of [service, bare, trusting]) await warmUp(one);

const arena = {
  service,
  takeHits: () => hits.splice(0),
  secrets: [
    ...Object.values(tokens),
    ...[service, bare, trusting].flatMap(({ keys }) => Object.values(keys)),
    'root:x:0:',
  ],
  folders: [folders.profiles, '/mnt/tmp'],
};
const failed: string[] = [];
const started = performance.now();
for (const row of rows) {
  const place = { ...arena, service: row.service === undefined ? service : services[row.service] };
  const wrong = [...(await runRow(row, place)), ...(await runControl(row))];
  if (wrong.length > 0) wrong.push(...place.service.takeOutput());
  const name = `${row.id} ${row.input}`;
  console.log(`${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${name}`);
  for (const one of wrong) console.log(`       ${one}`);
  if (wrong.length > 0) failed.push(name);
}
await service.close();
await bare.close();
await trusting.close();
const seconds = Math.round((performance.now() - started) / 1000);
console.log(`\n${rows.length - failed.length} rows passed, ${failed.length} failed, in ${seconds} s`);
process.exitCode = failed.length > 0 ? 1 : 0;
process.disconnect?.();
process.exit();

/** The same row without protection must reach a canary, or the row proves nothing. */
async function runControl(row: Row): Promise<string[]> {
  if (row.control !== 'hit') return [];
  requireNamespaces();
  hits.splice(0);
  if ('run' in row) await row.run(bare, () => hits);
  else await bare.render(withDeadline(row.body));
  const seen: Hit[] = [];
  // What is left of it may not be taken for the next row's.
  do {
    seen.push(...hits.splice(0));
    await new Promise((later) => setTimeout(later, 100));
  } while (hits.length > 0);
  const isHit =
    findForbidden(seen).length > 0 || seen.some(({ kind, port }) => kind === 'tcp' && port !== 80 && port !== 443);
  return isHit ? [] : ['not exercised: without protection no canary is hit either'];
}

async function startWorld(browserUser: number): Promise<void> {
  const script = fileURLToPath(new URL('world.ts', import.meta.url));
  const world = fork(script, [tokens.world], {
    execPath: '/usr/bin/env',
    execArgv: ['unshare', '--net', process.execPath],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  world.on('exit', (code) => reject(new Error(`The namespace "world" ended with ${code}.`)));
  world.on('message', (message: { hit?: Hit; waiting?: true; ready?: true }) => {
    if (message.hit) hits.push(message.hit);
    if (message.waiting) {
      connectApp(world.pid ?? 0, browserUser);
      world.send('connected');
    }
    if (message.ready) resolve();
  });
  await ready;
}

/** A browser that takes any certificate, without some of the switches that the engine gives it. */
function writeBrowser(name: string, withoutSwitches: readonly string[]): string {
  const path = `/mnt/browser-${name}`;
  const script = `#!/bin/bash
args=(--ignore-certificate-errors)
for one in "$@"; do case $one in ${['--ignore-certificate-errors', ...withoutSwitches].join('|')}) ;; *) args+=("$one") ;; esac; done
export LD_LIBRARY_PATH=${browser.libraries ?? ''}
exec ${browser.executable} "\${args[@]}"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

async function warmUp(one: Service): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    const answer = await one.render({ parts: { html: '<p>warm' } });
    if (answer.status !== 200) throw new Error(`The service does not render: ${answer.text} ${one.output()}`);
  }
}

function makeFolder(): string {
  mkdirSync('/mnt/data', { recursive: true, mode: 0o700 });
  return mkdtempSync('/mnt/data/store-');
}
