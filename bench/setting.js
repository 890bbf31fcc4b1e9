import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findError, timeCommand } from './measure.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const startLimitMs = 30_000;
const endLimitMs = 10_000;

/** Services that run, to be ended however a run ends. */
const services = new Set();

/** Where everything of a run lives, and how platen is called. */
export async function openSetting() {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  // The unprivileged user that the browser runs as under root must be able to pass.
  chmodSync(folder, 0o755);
  const at = (name) => join(folder, name);
  for (const name of ['cache', 'tmp']) mkdirSync(at(name), { mode: 0o755 });
  const env = {
    ...process.env,
    HOME: folder,
    TMPDIR: at('tmp'),
    XDG_CACHE_HOME: at('cache'),
    XDG_CONFIG_HOME: at('config'),
    XDG_DATA_HOME: at('data'),
  };
  // With authorities of this machine each Node reads their certificates first, and platen checks what the browser cannot.
  for (const name of Object.keys(env)) if (/^PLATEN_|^NODE_EXTRA_CA_CERTS$/.test(name)) delete env[name];
  const platen = [process.execPath, join(root, 'bin', 'platen.js')];
  writeFileSync(at('first.html'), '<p>first</p>');
  await timeCommand([...platen, 'render', 'pdf', at('first.html'), '-o', at('first.pdf')], { env });
  const browsers = at('cache/platen/chromium');
  const browser = join(browsers, readdirSync(browsers)[0], 'chromium');
  const version = readVersion('package.json');
  const chromium = readVersion('node_modules/@sparticuz/chromium/package.json');
  return {
    at,
    env,
    platen,
    browser,
    readme: readFileSync(join(root, 'README.md'), 'utf8'),
    cores: availableParallelism(),
    conditions: [
      `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      `${(totalmem() / 2 ** 30).toFixed(0)} GB`,
      `load ${loadavg()[0].toFixed(1)}`,
      `${process.platform} ${release()}`,
      `Node ${process.versions.node}`,
      `Chromium ${chromium} for all unless a line names another`,
      `platen ${version}`,
    ].join(', '),
    close: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}

/** Starts `platen serve` and makes a key for it. Without the address of a Postgres database it uses SQLite. */
export async function startPlaten({ platen, env, at }, flags = [], databaseUrl = undefined) {
  const place = locateDatabase(at, databaseUrl);
  const key = await createKey({ platen, env, at }, 'default', databaseUrl);
  const [file, ...words] = platen;
  const serving = [...words, 'serve', '--port', '0', ...place, '--json', ...flags];
  return { ...(await start(file, serving, env, /"url": "(.+?)"/)), key };
}

/** Makes a key of an account for the services on a database. */
export async function createKey({ platen, env, at }, account, databaseUrl = undefined) {
  const words = ['keys', 'create', '--name', 'bench', '--account', account, ...locateDatabase(at, databaseUrl)];
  return (await output([...platen, ...words], env)).trim();
}

function locateDatabase(at, databaseUrl) {
  return databaseUrl === undefined ? ['--data-dir', at('serve')] : ['--database-url', databaseUrl];
}

/** Starts one of the services in `peers/`. */
export function startPeer(name, { browser, env }) {
  const script = fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));
  return start(process.execPath, [script, browser], env, /(http:\S+)/);
}

/** Starts those that start, platen and peers by name; whoever does not is left out. Without platen there is nothing to see. */
export async function startServices(setting, names, leaveOut) {
  const running = { platen: await startPlaten(setting, ['--queue', '256', '--concurrency', `${setting.cores}`]) };
  for (const name of names) {
    await startPeer(`${name}-service`, setting).then(
      (service) => {
        running[name] = service;
      },
      (error) => leaveOut(name, error),
    );
  }
  return running;
}

/** Ends every service that still runs. */
export async function stopServices() {
  await Promise.all([...services].map((service) => service.stop()));
}

async function start(file, words, env, pattern) {
  const child = spawn(file, words, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000);
  });
  const service = {
    child,
    stop: () => stop(child).finally(() => services.delete(service)),
  };
  services.add(service);
  try {
    return Object.assign(service, { url: await firstMatch(child.stdout, pattern) });
  } catch (error) {
    await service.stop();
    throw new Error(`${error.message}: ${findError(said)}`);
  }
}

function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), endLimitMs);
    child.once('exit', () => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve();
    });
    child.kill('SIGTERM');
  });
}

function firstMatch(stream, pattern) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not there after ${startLimitMs / 1000} s`)), startLimitMs);
    let text = '';
    stream.on('data', (chunk) => {
      if (text === undefined) return;
      text += chunk;
      const found = pattern.exec(text);
      if (!found) return;
      clearTimeout(timer);
      text = undefined;
      resolve(found[1]);
    });
    stream.once('close', () => {
      clearTimeout(timer);
      reject(new Error('ended before it listened'));
    });
  });
}

function output([file, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'], timeout: startLimitMs });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
}

function readVersion(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).version;
}
