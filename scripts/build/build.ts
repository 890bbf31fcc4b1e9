// Builds dist/: the bundled command line, the client on its own, the programs run as children, and the client's types.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { buildApiPage } from '../docs/api-page.ts';
import { buildOpenApi } from '../docs/build-openapi.ts';
import { ascii } from './ascii.ts';
import { buildWeb } from './build-web.ts';
import { builtins } from './builtins.ts';
import { compileSchemas } from './compile-schemas.ts';
import { entries } from './entries.ts';
import { buildFonts } from './fonts/build-fonts.ts';
import { publishTypes } from './published-types.ts';
import { undiciAliases } from './undici-aliases.ts';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);

rmSync(join(root, 'dist'), { recursive: true, force: true });

// Packed by threads, beside everything else.
const fonts = buildFonts();

for (const { input, groups } of entries) {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    plugins: [builtins, undiciAliases, compileSchemas, ascii],
    // The contract does nothing when it is loaded, so what nobody names of it need not be there.
    treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]contract[\\/]/, sideEffects: false }] },
    // undici's own switch for a build inside Node: it leaves out a second parser that has to be asked for.
    transform: { define: { esbuildDetection: 'true' } },
    // Packages are joined too, because reading them file by file is most of the time that a command takes to start. Left out
    // are those that bring binaries along, that are rarely used, and that an operator installs or not.
    external: ['better-sqlite3', '@sparticuz/chromium', 'pg', '@neslinesli93/qpdf-wasm', /^@opentelemetry\//],
    // How long plugins take says how busy the machine is.
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      // An unresolved import fails in the command that reaches it; an import on demand that is none makes every command slow.
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  await bundle.write({
    dir: join(root, 'dist'),
    format: 'esm',
    sourcemap: true,
    entryFileNames: '[name].js',
    // Imported by bin, which saves the file that would stand between.
    chunkFileNames: ({ name }) => (name === 'start' ? '[name].js' : 'chunks/[name]-[hash].js'),
    minifyInternalExports: false,
    codeSplitting: {
      groups: groups.map(([name, roots], at) => ({
        name,
        priority: groups.length - at,
        test: (id) => roots.includes(relative(join(root, 'src'), id).replaceAll(sep, '/')),
      })),
    },
  });
  await bundle.close();
}
for (const end of ['', '.map']) rmSync(join(root, 'dist', `cli.js${end}`), { force: true });

// What a service shows at /docs and at /api/v1/openapi.json.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(root, 'dist', 'docs.html'), buildApiPage(version));
writeFileSync(join(root, 'dist', 'openapi.json'), JSON.stringify(buildOpenApi(version)));

// What `platen init` lays out.
cpSync(join(root, 'examples', 'templates'), join(root, 'dist', 'starters'), { recursive: true });

await buildWeb();

// What `platen templates check --against` draws PDFs with.
const painter = dirname(require.resolve('@hyzyla/pdfium/pdfium.wasm'));
cpSync(join(painter, 'pdfium.wasm'), join(root, 'dist', 'pdfium', 'pdfium.wasm'));
cpSync(join(painter, '..', 'LICENSE.md'), join(root, 'dist', 'pdfium', 'license.md'));

const typescript = dirname(require.resolve('typescript/package.json'));
execFileSync(
  process.execPath,
  [join(typescript, 'bin', 'tsc'), '-p', join(root, 'scripts', 'build', 'tsconfig.types.json')],
  {
    stdio: 'inherit',
  },
);
publishTypes(join(root, 'dist', 'types', 'contract'));
// What the types of the library do not name.
for (const name of ['server', 'engine', 'store', 'web']) {
  rmSync(join(root, 'dist', 'types', name), { recursive: true, force: true });
}

await fonts;
