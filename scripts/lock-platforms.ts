// Completes package-lock.json with the optional packages of other platforms. npm leaves out those that the registry in
// use did not show it, and `npm ci` then calls the lock out of sync. An entry made here has no integrity.
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  dev?: boolean;
  optionalDependencies?: Record<string, string>;
  [fact: string]: unknown;
}

const file = new URL('../package-lock.json', import.meta.url);
const lock: { packages: Record<string, Entry> } = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const nested = `${path}/node_modules/${name}`;
    const top = `node_modules/${name}`;
    if (path === '' || lock.packages[nested] || lock.packages[top]) continue;
    const words = name.split(/[-/]/);
    const os = systems.filter((word) => words.includes(word));
    const cpu = processors.filter((word) => words.includes(word));
    if (os.length + cpu.length === 0) throw new Error(`${name}: no platform in the name`);
    const libc = words.includes('musl') ? ['musl'] : words.includes('gnu') ? ['glibc'] : [];
    const made = { version, ...(cpu.length && { cpu }), ...(entry.dev && { dev: true }), optional: true };
    lock.packages[top] = { ...made, ...(os.length && { os }), ...(os.includes('linux') && libc.length && { libc }) };
  }
}
const order = Object.keys(lock.packages).sort((a, b) => a.localeCompare(b, 'en'));
lock.packages = Object.fromEntries(order.map((path) => [path, lock.packages[path] as Entry]));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
