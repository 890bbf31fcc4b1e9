import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { timeCommand } from './measure.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Where everything of a run lives, and how platen is called. */
export async function openSetting() {
  const folder = mkdtempSync(join(tmpdir(), 'platen-bench-'));
  // The unprivileged user that the browser runs as under root must be able to pass.
  chmodSync(folder, 0o755);
  const at = (name) => join(folder, name);
  mkdirSync(at('cache'), { mode: 0o755 });
  const env = {
    ...process.env,
    HOME: folder,
    XDG_CACHE_HOME: at('cache'),
    XDG_CONFIG_HOME: at('config'),
    XDG_DATA_HOME: at('data'),
  };
  for (const name of Object.keys(env)) if (name.startsWith('PLATEN_')) delete env[name];
  const platen = [process.execPath, join(root, 'bin', 'platen.js')];
  writeFileSync(at('first.html'), '<p>first</p>');
  await timeCommand([...platen, 'render', 'pdf', at('first.html'), '-o', at('first.pdf')], { env });
  const browsers = at('cache/platen/chromium');
  const browser = join(browsers, readdirSync(browsers)[0], 'chromium');
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
  const chromium = JSON.parse(
    readFileSync(join(root, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ).version;
  return {
    at,
    env,
    platen,
    browser,
    conditions: `${cpus().length} cores, Node ${process.versions.node}, Chromium ${chromium}, platen ${version}`,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Starts `platen serve` and makes a key for it. */
export async function startPlaten({ platen, env, at }, flags = []) {
  const key = await output([...platen, 'keys', 'create', '--name', 'bench', '--data-dir', at('serve')], env);
  const [file, ...words] = platen;
  const child = spawn(file, [...words, 'serve', '--port', '0', '--data-dir', at('serve'), '--json', ...flags], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await firstMatch(child.stdout, /"url": "(.+?)"/);
  return { url, key: key.trim(), child, stop: () => stop(child) };
}

/** Starts one of the services in `peers/`. */
export async function startPeer(name, browser) {
  const script = fileURLToPath(new URL(`peers/${name}.js`, import.meta.url));
  const child = spawn(process.execPath, [script, browser], { stdio: ['ignore', 'pipe', 'inherit'] });
  return { url: await firstMatch(child.stdout, /(http:\S+)/), child, stop: () => stop(child) };
}

function stop(child) {
  return new Promise((resolve) => {
    child.once('close', resolve);
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), 5000).unref();
  });
}

function firstMatch(stream, pattern) {
  return new Promise((resolve, reject) => {
    let text = '';
    stream.on('data', (chunk) => {
      text += chunk;
      const found = pattern.exec(text);
      if (found) resolve(found[1]);
    });
    stream.once('end', () => reject(new Error(`ended without ${pattern}: ${text}`)));
  });
}

function output([file, ...args], env) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.once('close', (code) =>
      code === 0 ? resolve(text) : reject(new Error(`${args.join(' ')} ended with ${code}`)),
    );
  });
}
