// Builds dist/web/: the pages for a browser with their scripts and styles, all in one folder, with a digest of their content in their names.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundleScript } from './bundle-script.ts';
import { starters } from './starters.ts';
import { collectLicenses } from './third-party.ts';

const root = join(import.meta.dirname, '../..');
const source = join(root, 'src', 'web');
const require = createRequire(import.meta.url);

/** The pages, each with a script and a style of the same name. */
const pages = ['dashboard', 'preview'];

/** Browsers of the last three years. */
const target = 'es2023';

/** Writes a file into a folder under its name with the digest of its content before the ending, and gives that name. */
function writeDigested(folder: string, name: string, content: string | Buffer): string {
  const digest = createHash('sha256').update(content).digest('base64url').slice(0, 8);
  const digested = name.replace(/\.\w+$/, (ending) => `.${digest}${ending}`);
  writeFileSync(join(folder, digested), content);
  return digested;
}

/** A style with those that it imports in their places. */
function readStyle(path: string): string {
  return readFileSync(path, 'utf8').replace(/^@import "(.+)";\n/gm, (_line, name) =>
    readStyle(join(dirname(path), name)),
  );
}

/** Builds all pages into a folder. */
export async function buildWeb(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const drawing = dirname(require.resolve('pdfjs-dist/package.json'));
  const worker = writeDigested(
    folder,
    'pdf-worker.js',
    readFileSync(join(drawing, 'legacy', 'build', 'pdf.worker.min.mjs')),
  );
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(pages.map((page) => [page, join(source, page, `${page}.tsx`)])),
    platform: 'browser',
    plugins: [starters],
    transform: {
      target,
      define: { PDF_WORKER_FILE: JSON.stringify(worker) },
    },
    // The legacy build also runs in browsers that are some years old.
    resolve: { alias: { 'pdfjs-dist$': 'pdfjs-dist/legacy/build/pdf.mjs' } },
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].[hash].js',
    chunkFileNames: '[name].[hash].js',
  });
  await bundle.close();
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  writeFileSync(join(folder, 'licenses.txt'), collectLicenses([...modules, join(drawing, 'package.json')]));
  const icon = writeDigested(folder, 'icon.svg', readFileSync(join(source, 'parts', 'icon.svg')));
  for (const page of pages) {
    const script = output.find((file) => file.type === 'chunk' && file.isEntry && file.name === page)?.fileName;
    const style = writeDigested(folder, `${page}.css`, readStyle(join(source, page, `${page}.css`)));
    const names: Record<string, string | undefined> = {
      'icon.svg': icon,
      [`${page}.css`]: style,
      [`${page}.js`]: script,
    };
    const text = readFileSync(join(source, page, `${page}.html`), 'utf8');
    // A page that names what is not built would be blank.
    const built = text.replace(/(?<=(?:href|src)="(?:%BASE%assets\/)?)[a-z.]+(?=")/g, (name) => {
      const digested = names[name];
      if (digested === undefined) throw new Error(`${page}.html names ${name}, which is not built`);
      return digested;
    });
    writeFileSync(join(folder, `${page}.html`), built);
  }
}

/** The script of the API's documentation, which is a page of a single file. */
export function buildDocsScript(): Promise<string> {
  return bundleScript(join(source, 'docs', 'try-it.ts'), target);
}
