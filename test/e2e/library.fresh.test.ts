import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackgroundServer, startBackgroundServer } from '../helpers/background-server.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { installPackage } from '../helpers/installed-package.ts';
import { openWorkspace, startProcess, type Workspace } from '../helpers/workspace.ts';

const checkout = resolve(import.meta.dirname, '../..');
const text = ['reference/library.md', 'recipes/from-code.md']
  .map((page) => readFileSync(join(checkout, 'docs', page), 'utf8').replace(/^# /m, '## '))
  .join('\n');
/** The programs of the documentation, with the heading that each stands under. */
const programs = text.split(/^## /m).flatMap((section) => {
  const heading = section.split('\n', 1)[0] ?? '';
  return [...section.matchAll(/^```[jt]s\n(.*?)^```/gms)].map(([, code = '']) => ({ heading, code }));
});

let workspace: Workspace;
let service: BackgroundServer;
let folder: string;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  ({ folder } = await installPackage(workspace));
  service = await startBackgroundServer();
});
afterAll(async () => {
  await service.close();
  await workspace.clear();
});

/** Writes a program to an empty folder of the project. */
function write(name: string, code: string): string {
  const cwd = join(folder, name);
  mkdirSync(cwd);
  writeFileSync(join(cwd, 'program.mts'), code.replaceAll('https://pdf.example.com', service.url));
  return cwd;
}

/** Runs a program there, and gives what it printed. */
async function run(name: string, code: string) {
  const cwd = write(name, code);
  const env = { ...workspace.env, PLATEN_API_KEY: 'k' };
  const ended = await startProcess(process.execPath, ['program.mts'], { cwd, env }).ended;
  return { ended, cwd };
}

describe('the examples of the documentation', () => {
  it('are there for each part of it', () => {
    expect(programs.map(({ heading }) => heading)).toEqual([
      'Without a service',
      'A request',
      'A request',
      'Files of your machine',
      'Many renders',
      'The PDF',
      'Images of pages',
      'Templates',
      'Revisions',
      'With a service',
      'Background renders',
      'Background renders',
      'Background renders',
      'Errors',
      'Many PDFs from a program',
    ]);
  });

  it('run from the package, one after the other, and leave nothing that keeps the program from its end', async () => {
    for (const [index, { code }] of programs.entries()) write(`example-${index}`, code);
    const all = `for (const name of ${JSON.stringify(programs.map((_, index) => `example-${index}`))}) {
      process.chdir(\`../\${name}\`);
      await import(\`../\${name}/program.mts\`);
    }`;
    const { ended } = await run('all', all);
    expect([ended.code, ended.stderr]).toEqual([0, '']);
    for (const [index, { code }] of programs.entries()) {
      const cwd = join(folder, `example-${index}`);
      const named = [...code.matchAll(/'([\w-]+\.pdf)'/g)].map(([, file = '']) => file);
      for (const file of named) expect(readFileSync(join(cwd, file), 'latin1')).toMatch(/^%PDF-/);
      expect(readdirSync(cwd).filter((file) => file.endsWith('.tmp'))).toEqual([]);
    }
  });

  it.each([
    ['nodenext', 'nodenext', 'mts', false],
    // The declarations themselves are those of the first.
    ['esnext', 'bundler', 'ts', true],
  ])(
    'are what a strict compiler takes, with modules of %s found by %s',
    async (...[module, resolution, extension, skipLibCheck]) => {
      const place = join(folder, `types-${resolution}`);
      mkdirSync(place);
      for (const [index, { code }] of programs.entries())
        writeFileSync(join(place, `example-${index}.${extension}`), code);
      writeFileSync(
        join(place, `wrong.${extension}`),
        `import { openPlaten, type RenderRequest } from 'platen';
      // @ts-expect-error: there is no such field
      const request: RenderRequest = { parts: { htlm: 'x' } };
      // @ts-expect-error: there is no such size
      const size: RenderRequest = { parts: 'https://example.com', options: { page_size: 'A99' } };
      // @ts-expect-error: there is no such level
      await openPlaten({ egress: 'some' });
      // @ts-expect-error: what a transport is stays inside
      import { findProxy } from 'platen/client';
      import { type Client, createClient } from 'platen/client';
      const client: Client = createClient({ baseUrl: 'https://pdf.example.com', apiKey: 'k' });
      const { template } = await client.getTemplate('id');
      const name: string = template.name;
      // @ts-expect-error: a name is no number
      const wrong: number = template.name;
      // Values that need no change to be given.
      interface Invoice { number: string }
      const context: Invoice = { number: '1' };
      const parts = [{ template: template.id, context }] as const;
      const none = undefined as number | undefined;
      await client.renderPdf({ parts }, { retries: none });
      await client.updateTemplate(template.id, { preview_context: context });
      await openPlaten({ concurrency: none, timeoutMs: none });
      export { name, request, size, wrong };`,
      );
      const compilerOptions = {
        module,
        moduleResolution: resolution,
        target: 'es2023',
        // Without those of a browser.
        lib: ['es2023'],
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck,
        moduleDetection: 'force',
        noEmit: true,
        types: ['node'],
      };
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
      const compiler = join(checkout, 'node_modules', 'typescript', 'bin', 'tsc');
      const { ended } = startProcess(process.execPath, [compiler, '-p', place], { cwd: folder, env: workspace.env });
      expect(await ended).toMatchObject({ code: 0, stdout: '' });
    },
  );
});

describe('the library', () => {
  it('keeps its browser from one render to the next, touches no store without a template, and ends with its last work', async () => {
    const { ended, cwd } = await run(
      'warm',
      `import { openPlaten } from 'platen';
      const platen = await openPlaten({ dataDir: 'data' });
      const render = async () => (await platen.renderPdf({ parts: { html: 'x' } })).bytes();
      const [first, second] = [await render(), await render()];
      console.log(Buffer.compare(first, second));
      await platen.close();
      await platen.renderPdf({ parts: { html: 'x' } }).catch((error) => console.log(error.code));`,
    );
    expect(ended).toMatchObject({ code: 0, stdout: '0\nshutting_down\n', stderr: '' });
    expect(existsSync(join(cwd, 'data'))).toBe(false);
  });

  it('tells who asks what keeps its browser from starting', async () => {
    const { ended } = await run(
      'no-browser',
      `import { openPlaten, ServiceError } from 'platen';
      await using platen = await openPlaten({ chromium: '/no/such/browser' });
      await platen.renderPdf({ parts: { html: 'x' } }).catch((error) => console.log(error instanceof ServiceError, error.code));
      const many = await Promise.allSettled(Array.from({ length: 300 }, () => platen.renderPdf({ parts: { html: 'x' } })));
      console.log([...new Set(many.map(({ reason }) => reason.code))].join());`,
    );
    // However many wait, none is turned away.
    expect(ended).toMatchObject({ code: 0, stdout: 'true browser_missing\nbrowser_missing\n', stderr: '' });
  });
});
