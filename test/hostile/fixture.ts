import { execFileSync, fork } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findBrowser, preparePrivateFolders } from '../../src/engine/index.ts';
import { pidOf } from '../helpers/pid-of.ts';
import { type Hit, makeToken, openCanaries } from './canaries.ts';
import { type Footprint, takeFootprint } from './footprint.ts';
import { bindMount, connectApp, nameServer, requireNamespaces } from './namespaces.ts';
import type { ServiceName } from './row.ts';
import { canaryFile } from './rows/schemes.ts';
import { type Service, startService } from './service-client.ts';

/** A service under test with what it held when it had warmed up. */
export interface WatchedService {
  readonly service: Service;
  readonly baseline: Footprint;
}

/** Everything that rows are run against. */
export interface Fixture {
  /** The protected service, and those that rows may name. */
  readonly services: Readonly<Record<'protected' | ServiceName, WatchedService>>;
  /** Contacts so far; whoever looks takes them out. */
  readonly hits: Hit[];
  /** What may be found in no output. */
  readonly secrets: readonly string[];
  /** Folders that must not grow. */
  readonly folders: readonly string[];
}

/** Switches that keep a browser from the network beside its proxy; without them only the proxy does. */
const belts = [
  '--host-resolver-rules=*',
  '--*webrtc-ip-handling-policy=*',
  '--proxy-bypass-list=*',
  '--disable-quic',
  '--proxy-server=*',
];

/** Builds it in the namespace "app": files, the namespace "internet", canaries, three services. */
export async function openFixture(): Promise<Fixture> {
  requireNamespaces();
  const tokens = { app: makeToken(), internet: makeToken(), file: makeToken() };
  prepareFiles(tokens.file);
  // Its own browser, so that nothing that others do on this machine shows here.
  const cacheFolder = '/mnt/cache/platen';
  const folders = preparePrivateFolders(cacheFolder);
  const { executable, libraries = '' } = await findBrowser(folders);

  const hits: Hit[] = [];
  const report = (hit: Hit) => void hits.push(hit);
  await startInternet(folders.user ?? 0, tokens.internet, report);
  await openCanaries('app', tokens.app, report, () => false);

  const start = (level: 'public' | 'open', browser?: string) =>
    startService({ egress: { level }, dataFolder: makeFolder(), cacheFolder, ...(browser && { executable: browser }) });
  const [guarded, open, trusting] = await Promise.all([
    start('public'),
    start('open', writeBrowser('open', executable, libraries, belts)),
    start('public', writeBrowser('trusting', executable, libraries, [])),
  ]);
  const all = [guarded, open, trusting];
  await Promise.all(all.map(warmUp));
  const watched = [folders.profiles, '/mnt/tmp'];
  const watch = (service: Service): WatchedService => ({ service, baseline: takeFootprint(service.pid, watched) });
  return {
    services: { protected: watch(guarded), open: watch(open), trusting: watch(trusting) },
    hits,
    secrets: [...Object.values(tokens), ...all.flatMap(({ keys }) => Object.values(keys)), 'root:x:0:'],
    folders: watched,
  };
}

/** Ends the services. The canaries end with this process. */
export async function closeFixture({ services }: Fixture): Promise<void> {
  await Promise.all(Object.values(services).map(({ service }) => service.close()));
}

function prepareFiles(token: string): void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', '/mnt']);
  mkdirSync('/mnt/tmp', { mode: 0o777 });
  mkdirSync('/mnt/data', { mode: 0o700 });
  process.env.TMPDIR = '/mnt/tmp';
  // Sources are made into JavaScript once for all processes.
  process.env.NODE_COMPILE_CACHE = '/mnt/compiled';
  writeFileSync(canaryFile, token, { mode: 0o644 });
  writeFileSync('/mnt/resolv.conf', `nameserver ${nameServer}\n`);
  bindMount('/mnt/resolv.conf', '/etc/resolv.conf');
}

function makeFolder(): string {
  return mkdtempSync('/mnt/data/store-');
}

async function startInternet(browserUser: number, token: string, report: (hit: Hit) => void): Promise<void> {
  const script = fileURLToPath(new URL('internet.ts', import.meta.url));
  const inNamespace = { execPath: '/usr/bin/env', execArgv: ['unshare', '--net', process.execPath] };
  const internet = fork(script, [token], inNamespace);
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  internet.on('exit', (code) => reject(new Error(`The namespace "internet" ended with ${code}.`)));
  internet.on('message', (message: { hit?: Hit; waiting?: true; ready?: true }) => {
    if (message.hit) report(message.hit);
    if (message.waiting) {
      connectApp(pidOf(internet), browserUser);
      internet.send('connected');
    }
    if (message.ready) resolve();
  });
  await ready;
}

/** A browser that takes any certificate, without some of the switches that the engine gives it. */
function writeBrowser(name: string, executable: string, libraries: string, without: readonly string[]): string {
  const path = `/mnt/browser-${name}`;
  const script = `#!/bin/bash
args=(--ignore-certificate-errors)
for word in "$@"; do case $word in ${['--', ...without].join('|')}) ;; *) args+=("$word") ;; esac; done
export LD_LIBRARY_PATH=${libraries}
exec ${executable} "\${args[@]}"
`;
  writeFileSync(path, script);
  chmodSync(path, 0o755);
  return path;
}

/**
 * Renders HTML and a template for both accounts side by side, so that the service holds what it keeps between renders: pages, and
 * for each account a process that knows Liquid, with three pipes.
 */
async function warmUp(service: Service): Promise<void> {
  const templates = { a: await storeTemplate(service, 'a'), b: await storeTemplate(service, 'b') };
  for (let round = 0; round < 3; round += 1) {
    const accounts = ['a', 'a', 'b', 'b'] as const;
    const render = (account: 'a' | 'b') =>
      service.render({ parts: [{ html: '<p>warm' }, { template: templates[account] }] }, account);
    const answers = await Promise.all(
      accounts.map(async (account) => {
        let answer = await render(account);
        // The limits of this service are short, and a machine that is busy may miss them.
        for (let tries = 1; tries < 4 && isLate(answer); tries += 1) answer = await render(account);
        return answer;
      }),
    );
    const failed = answers.find(({ status }) => status !== 200);
    if (failed) throw new Error(`The service does not render: ${failed.text} ${service.output()}`);
  }
}

function isLate({ status, code }: { status: number; code: string }): boolean {
  return status === 408 || code === 'render_timeout';
}

async function storeTemplate(service: Service, account: 'a' | 'b'): Promise<string> {
  const template = { name: 'warm', content: '<p>{{ word }}' };
  const { text } = await service.send('POST', '/api/v1/templates', { template }, account);
  return /"id":"([^"]+)"/.exec(text)?.[1] ?? '';
}
