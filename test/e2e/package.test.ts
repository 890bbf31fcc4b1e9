import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { type Desk, openDesk, type ProcessSetting, startProcess } from '../helpers/start-platen.ts';
import { traceImports } from '../helpers/trace-imports.ts';

const run = promisify(execFile);
const checkout = resolve(import.meta.dirname, '../..');
let desk: Desk;
let folder: string;
let packed: { path: string; mode: number }[];

/** Packs what npm would publish and lays it out as npm would install it, with those packages beside it that it asks for. */
beforeAll(async () => {
  const program = await buildProgram();
  desk = openDesk(program);
  folder = join(desk.folder, 'project');
  const own = join(folder, 'node_modules', 'platen');
  mkdirSync(own, { recursive: true });
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', desk.folder];
  const { stdout } = await run('npm', words, { cwd: program, env: { ...process.env, ...desk.env }, maxBuffer: 1e7 });
  const [pack] = Object.values<{ filename: string; files: typeof packed }>(JSON.parse(stdout));
  packed = pack?.files ?? [];
  await run('tar', ['-xzf', join(desk.folder, pack?.filename ?? ''), '--strip-components=1', '-C', own]);
  const { dependencies } = JSON.parse(readFileSync(join(own, 'package.json'), 'utf8'));
  for (const name of Object.keys(dependencies)) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(checkout, 'node_modules', name), place);
  }
  mkdirSync(join(folder, 'node_modules', '.bin'));
  symlinkSync('../platen/bin/platen.js', join(folder, 'node_modules', '.bin', 'platen'));
});
afterAll(() => desk.clear());

function start(file: string, words: string[], setting: ProcessSetting = {}) {
  return startProcess(file, words, { cwd: folder, env: desk.env, ...setting }).ended;
}
const platen = (words: string[], setting?: ProcessSetting) =>
  start(join(folder, 'node_modules', '.bin', 'platen'), words, setting);

describe('the package', () => {
  it('holds the program, its documents and nothing else', () => {
    const top = new Set(packed.map(({ path }) => path.replace(/\/.*/, '/')));
    expect([...top].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin/',
      'dist/',
      'package.json',
    ]);
    const expected =
      /^[A-Z]+(\.md)?$|^package\.json$|^bin\/platen\.js$|^dist\/([\w-]+|chunks\/[\w.-]+)\.js(\.map)?$|^dist\/types\/(client|contract)\/[\w/-]+\.d\.ts$|^dist\/(preview|pdfium)\/[\w.-]+$|^dist\/starters\/[\w/-]+\.(html|json)$/;
    expect(packed.map(({ path }) => path).filter((path) => !expected.test(path))).toEqual([]);
    expect(packed.find(({ path }) => path === 'bin/platen.js')?.mode).toBe(0o755);
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

  it('renders without any service, key or setting', async () => {
    writeFileSync(join(folder, 'page.html'), '<h1>Installed</h1>');
    writeFileSync(join(folder, 'page.md'), '# Installed\n\n```js\nlet it = 1;\n```\n');
    const { code, stdout, stderr } = await platen(['render', 'pdf', 'page.html', 'page.md', '-o', 'x.pdf', '--json']);
    expect([code, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ pages: 2, warnings: [] });
    expect(readFileSync(join(folder, 'x.pdf'), 'latin1')).toMatch(/^%PDF-/);
  });

  it('lays out and fills in its starter templates', async () => {
    expect((await platen(['init', 'mine'])).code).toBe(0);
    const made = await platen(['render', 'pdf', 'template:./mine/invoice', '-o', 'invoice.pdf', '--json']);
    expect([made.code, made.stderr]).toEqual([0, '']);
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
    const { ended, files, modules } = await traceImports([join(folder, 'use.mjs')], { cwd: folder, env: desk.env });
    expect(ended).toMatchObject({ code: 0, stdout: 'function\n', stderr: '' });
    expect(modules.some((module) => module.startsWith('src/client/'))).toBe(true);
    expect(modules.filter((module) => /^src\/(server|engine|store|cli)\//.test(module))).toEqual([]);
    const foreign = /node_modules\/(fastify|better-sqlite3|kysely|pg|@sparticuz|liquidjs|commander|ora|chalk)\//;
    expect([...modules, ...files].filter((name) => foreign.test(name))).toEqual([]);
  });

  it('has types that a strict program can use', async () => {
    const types = `import { createClient, type Client } from 'platen/client';
      const client: Client = createClient({ baseUrl: 'https://pdf.example.com', apiKey: 'k' });
      const { body } = await client.getTemplate('id');
      const name: string = body.data.name;
      // @ts-expect-error: a name is no number
      const wrong: number = body.data.name;
      console.log(name, wrong);`;
    writeFileSync(join(folder, 'use.mts'), types);
    const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2023', '--types', 'node'];
    symlinkSync(join(checkout, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
    const tsc = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(await start(process.execPath, [tsc, ...flags, 'use.mts'])).toMatchObject({ code: 0, stdout: '' });
  });
});

describe('a start', () => {
  const heavy = /node_modules\/(chalk|ora|undici|cosmiconfig|dotenv|fastify|kysely)\/|^src\/(server|engine|store)\//;

  it.each([[['--help']], [['render', 'pdf', '--help']], [['help', 'exit-codes']]])(
    'for %s loads nothing that it does not need',
    async (words) => {
      const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
      const { ended, files, modules } = await traceImports([bin, ...words], { cwd: folder, env: desk.env });
      expect(ended).toMatchObject({ code: 0, stderr: '' });
      expect(modules.length).toBeGreaterThan(5);
      expect([...modules, ...files].filter((name) => heavy.test(name))).toEqual([]);
    },
  );

  it('that needs the service loads it, so that the tests above can tell', async () => {
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const { modules } = await traceImports([bin, 'templates', 'list'], { cwd: folder, env: desk.env });
    expect(modules.filter((name) => heavy.test(name)).length).toBeGreaterThan(5);
  });

  it('for --version loads one file', async () => {
    const bin = join(folder, 'node_modules', 'platen', 'bin', 'platen.js');
    const { files } = await traceImports([bin, '--version'], { cwd: folder, env: desk.env });
    expect(files.map((file) => file.replace(/.*\/platen\//, ''))).toEqual(['bin/platen.js']);
  });
});
