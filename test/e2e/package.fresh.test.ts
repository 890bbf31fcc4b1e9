import { once } from 'node:events';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { isBuiltin } from 'node:module';
import type { AddressInfo, Socket } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { type InstalledPackage, installPackage } from '../helpers/installed-package.ts';
import { traceImports } from '../helpers/trace-imports.ts';
import { openWorkspace, type ProcessSetting, startProcess, type Workspace } from '../helpers/workspace.ts';
import { makeSelfSigned } from '../hostile/self-signed.ts';
import { runQpdf } from '../pdf/run-qpdf.ts';

const checkout = resolve(import.meta.dirname, '../..');
let workspace: Workspace;
let folder: string;
let packed: InstalledPackage['packed'];

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  ({ folder, packed } = await installPackage(workspace));
});
afterAll(() => workspace.clear());

function start(file: string, words: string[], setting: ProcessSetting = {}) {
  return startProcess(file, words, { cwd: folder, env: workspace.env, ...setting }).ended;
}
const platen = (words: string[], setting?: ProcessSetting) =>
  start(join(folder, 'node_modules', '.bin', 'platen'), words, setting);

/** The packages that a packed file loads: by import, or from where they are installed. */
function listLoaded(path: string): string[] {
  const text = readFileSync(join(folder, 'node_modules/platen', path), 'utf8');
  const found = text.matchAll(
    /(?:^import .*?from |(?<!\{)\bimport\(|createRequire\(import\.meta\.url\)(?:\.resolve)?\()"(@?[a-z][^":]*)"/gm,
  );
  // In the package it is a file beside the program.
  const names = [...found].map(([, name = '']) => name).filter((name) => !name.endsWith('.wasm') && !isBuiltin(name));
  return names.map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'));
}

/** The variables of a machine where traces are collected. */
const collected = () => ({ ...workspace.env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' });

describe('the package', () => {
  it('holds the program, its documents and nothing else', () => {
    const top = new Set(packed.map(({ path }) => path.replace(/\/.*/, '/')));
    expect([...top].sort()).toEqual([
      'AGENTS.md',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin/',
      'dist/',
      'package.json',
    ]);
    const expected =
      /^[A-Z]+(\.md)?$|^package\.json$|^bin\/platen\.js$|^dist\/([\w-]+|chunks\/[\w.-]+)\.js$|^dist\/(docs\.html|(openapi|bom)\.json|licenses\.txt)$|^dist\/types\/(client|contract|folders|library)\/[\w/-]+\.d\.ts$|^dist\/(fonts|fonts-cjk|web|pdfium|qpdf|hyphenation|injected)\/[\w.-]+$|^dist\/katex\/(katex\.min\.css|fonts\/KaTeX_[\w-]+\.woff2)$|^dist\/starters\/[\w./-]+\.(html|json|css|svg|yml)$/;
    expect(packed.map(({ path }) => path).filter((path) => !expected.test(path))).toEqual([]);
    expect(packed.find(({ path }) => path === 'bin/platen.js')?.mode).toBe(0o755);
    expect(statSync(join(folder, 'node_modules/platen/dist/fonts/fonts.tar.br')).size).toBeLessThan(4_000_000);
  });

  it('prints its version and its help', async () => {
    const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    expect(await platen(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${version} \\(Chromium [\\d.]+, Node [\\d.]+\\)\\n$`)),
      stderr: '',
    });
    const help = await platen(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('render');
  });

  it.each(['http', 'https'])('goes through a proxy to %s', async (scheme) => {
    const { key, cert } = makeSelfSigned({ host: 'pdf.example.test' });
    writeFileSync(join(folder, 'ca.pem'), cert);
    const answer: RequestListener = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"data":[],"page":{"next":null}}');
    const service = scheme === 'http' ? createServer(answer) : createSecureServer({ key, cert }, answer);
    const seen: string[] = [];
    const proxy = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      answer(request, response);
    });
    proxy.on('connect', (request, socket: Socket) => {
      seen.push(`${request.method} ${request.url}`);
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      service.emit('connection', socket);
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
    const env = { ...workspace.env, HTTP_PROXY: address, HTTPS_PROXY: address, PLATEN_API_KEY: 'a-key-of-a-test' };
    const flags = ['--base-url', `${scheme}://pdf.example.test`, '--insecure-http', '--ca-file', 'ca.pem'];
    expect(await platen(['templates', 'list', ...flags, '--json'], { env })).toMatchObject({ code: 0, stderr: '' });
    expect(seen[0]).toContain('pdf.example.test');
    proxy.closeAllConnections();
    proxy.close();
  });

  it('renders without any service, key or setting, and loads nothing that sends traces', async () => {
    writeFileSync(join(folder, 'page.html'), '<h1>Installed</h1>');
    writeFileSync(join(folder, 'page.md'), '# Installed\n\n```js\nlet it = 1;\n```\n');
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const words = ['render', 'pdf', 'page.html', 'page.md', '-o', 'x.pdf', '--json'];
    const { ended, files } = await traceImports([bin, ...words], { cwd: folder, env: collected() });
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    expect(JSON.parse(ended.stdout)).toMatchObject({ pages: 2, warnings: [] });
    expect(readFileSync(join(folder, 'x.pdf'), 'latin1')).toMatch(/^%PDF-/);
    expect(files.filter((file) => /opentelemetry|tracing/.test(file))).toEqual([]);
  });

  it('depends on published packages alone, so that nobody can register one that it names', () => {
    const read = (name: string) => JSON.parse(readFileSync(join(checkout, name), 'utf8'));
    const { dependencies, optionalDependencies, peerDependencies } = read('package.json');
    const { packages } = read('package-lock.json');
    const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
    expect(names).toContain('pg');
    for (const name of names) expect(packages[`node_modules/${name}`], name).toHaveProperty('integrity');
  });

  it('depends on the packages that it loads, and on no other', () => {
    const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'));
    const loaded = packed.flatMap(({ path }) => (/^dist\/[^.]+[\w.-]*\.js$/.test(path) ? listLoaded(path) : []));
    expect([...new Set(loaded)].filter((name) => name !== 'platen').sort()).toEqual(
      Object.keys({ ...dependencies, ...peerDependencies }).sort(),
    );
  });

  it('names the packages that are joined to it, with their licences', () => {
    const read = (name: string) => readFileSync(join(folder, 'node_modules/platen/dist', name), 'utf8');
    const { components } = JSON.parse(read('bom.json'));
    const names: string[] = components.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['undici', 'fastify', 'find-my-way', 'liquidjs', 'tar-fs']));
    const licences = read('licenses.txt').split(`\n${'-'.repeat(80)}\n\n`);
    const titles = new Set(licences.map((text) => text.split('\n', 1)[0]));
    expect(names.filter((name) => !titles.has(name))).toEqual([]);
    expect(licences.filter((text) => text.length < 50)).toEqual([]);
  });

  it('merges a PDF that opens with an empty password', async () => {
    writeFileSync(join(folder, 'plain.html'), '<h1>Opened</h1>');
    expect(await platen(['render', 'pdf', 'plain.html', '-o', 'plain.pdf'])).toMatchObject({ code: 0 });
    const words = ['--encrypt', '', 'owner', '256', '--', '/in.pdf', '/out.pdf'];
    const { out = '' } = await runQpdf(readFileSync(join(folder, 'plain.pdf')), words);
    writeFileSync(join(folder, 'protected.pdf'), out);
    const ended = await platen(['render', 'pdf', 'protected.pdf', '-o', 'opened.pdf', '--json']);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
  });

  it('names what is wrong with a request', async () => {
    const ended = await platen(['render', 'pdf', '--input', '-', '--json'], {
      stdin: '{"parts": 7, "options": {"scale": "x"}}',
    });
    expect(ended.code).toBe(7);
    expect(ended.stderr).toContain('/options/scale');
  });

  it('examines a machine that has its own browser', async () => {
    writeFileSync(join(folder, 'chromium'), '#!/bin/sh\necho "Chromium 99.0.1.2"\n', { mode: 0o755 });
    const env = { ...workspace.env, PATH: `${folder}:${workspace.env.PATH}` };
    const { stdout, stderr } = await platen(['doctor', '--json'], { env });
    const failed = JSON.parse(stdout).data.filter(({ state }: { state: string }) => state === 'fail');
    expect([failed, stderr]).toEqual([[], '']);
  });

  it('asks for the packages that send traces where a service has a collector', async () => {
    const refused = await platen(['serve', '--port', '0'], { env: collected() });
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain(
      'npm install @opentelemetry/sdk-trace @opentelemetry/resources @opentelemetry/exporter-trace-otlp-proto',
    );
  });

  it('lays out its starter templates', async () => {
    expect((await platen(['init', 'mine'])).code).toBe(0);
    const laid = readFileSync(join(folder, 'mine', 'invoice', 'content.html'), 'utf8');
    expect(laid).toBe(readFileSync(join(checkout, 'examples', 'templates', 'invoice', 'content.html'), 'utf8'));
  });
});

describe('its client', () => {
  const use = `import { createClient } from 'platen/client';
    const client = createClient({ baseUrl: 'https://pdf.example.com', apiKey: 'k' });
    await client.close();`;

  it('loads neither the service nor the command line', async () => {
    writeFileSync(
      join(folder, 'use.mjs'),
      `${use}\nawait import('platen/client').then((all) => console.log(typeof all.createClient));`,
    );
    const { ended, files, modules } = await traceImports([join(folder, 'use.mjs')], {
      cwd: folder,
      env: workspace.env,
    });
    expect(ended).toMatchObject({ code: 0, stdout: 'function\n', stderr: '' });
    expect(modules.some((module) => module.startsWith('src/client/'))).toBe(true);
    expect(modules.filter((module) => /^src\/(server|engine|store|cli)\//.test(module))).toEqual([]);
    const foreign = /node_modules\/(fastify|kysely|pg|@sparticuz|liquidjs|commander|ora|chalk)\//;
    expect([...modules, ...files].filter((name) => foreign.test(name))).toEqual([]);
  });
});

describe('a start', () => {
  const heavy = /node_modules\/(chalk|ora|undici|cosmiconfig|dotenv|fastify|kysely)\/|^src\/(server|engine|store)\//;

  it.each([[['--help']], [['render', 'pdf', '--help']], [['help', 'exit-codes']]])(
    'for %s loads nothing that it does not need',
    async (words) => {
      const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
      const { ended, files, modules } = await traceImports([bin, ...words], { cwd: folder, env: workspace.env });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(modules.length).toBeGreaterThan(5);
      expect([...modules, ...files].filter((name) => heavy.test(name))).toEqual([]);
    },
  );

  it('for --help loads no command, and no client', async () => {
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const { modules } = await traceImports([bin, '--help'], { cwd: folder, env: workspace.env });
    expect(modules.filter((name) => /^src\/(cli\/commands|client|contract\/routes)/.test(name))).toEqual([]);
  });

  it('of one request loads what that needs of undici and of Node, in files of plain ASCII', async () => {
    const answer = '{"data":{"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"new"}}';
    const service = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer));
    });
    await once(service.listen(0, '127.0.0.1'), 'listening');
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    // A project that uses platen has it here, and no settings.
    writeFileSync(join(folder, 'package.json'), '{"devDependencies": {"platen": "*"}}');
    const words = ['templates', 'update', '01890a5d-ac96-774b-bcce-b302099a8057', '--name', 'new'];
    const { port } = service.address() as AddressInfo;
    const env = { ...workspace.env, PLATEN_BASE_URL: `http://127.0.0.1:${port}`, PLATEN_API_KEY: 'a-key-of-a-test' };
    const { ended, files, modules, builtins } = await traceImports([bin, ...words], { cwd: folder, env });
    service.close();
    rmSync(join(folder, 'package.json'));
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(ended.stdout)).toEqual(JSON.parse(answer));
    const commands = modules.filter((name) => name.startsWith('src/cli/commands/'));
    expect(commands.filter((name) => !/\/templates\/(update|list|get|create|delete)\.ts$/.test(name))).toEqual([]);
    expect(modules).toContain('node_modules/undici/lib/dispatcher/client-h1.js');
    expect(modules.filter((name) => /node_modules\/(cosmiconfig|js-yaml|yaml)\//.test(name))).toEqual([]);
    const unused =
      /undici\/lib\/(milo|mock|cache|handler|interceptor|web\/(cache|cookies|websocket|fetch\/(index|util)))/;
    expect(modules.filter((name) => unused.test(name) || name.endsWith('/proxy-agent.js'))).toEqual([]);
    const costly = ['http', 'http2', 'https', 'tls', 'assert', 'perf_hooks', 'timers/promises', 'zlib', 'crypto'];
    expect(builtins).toContain('net');
    expect(builtins.filter((name) => costly.includes(name))).toEqual([]);
    const dist = files.filter((file) => file.includes('/dist/'));
    expect(dist.length).toBeGreaterThan(3);
    for (const file of dist) expect(readFileSync(file, 'utf8'), file).toMatch(/^[\0-\x7f]*$/);
  });

  it('that needs the service loads it, so that the tests above can tell', async () => {
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const { modules } = await traceImports([bin, 'templates', 'list'], { cwd: folder, env: workspace.env });
    expect(modules.filter((name) => heavy.test(name)).length).toBeGreaterThan(5);
  });

  it('for --version loads one file', async () => {
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const { files } = await traceImports([bin, '--version'], { cwd: folder, env: workspace.env });
    expect(files.map((file) => file.replace(/.*\/platen\//, ''))).toEqual(['bin/platen.js']);
  });
});
