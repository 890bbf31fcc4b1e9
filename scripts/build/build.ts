// Builds dist/: the bundled command line, the client on its own, the programs run as children, and the client's types.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buildApiPage } from '../docs/api-page.ts';
import { buildOpenApi } from '../docs/build-openapi.ts';
import { buildInjected } from './build-injected.ts';
import { buildDocsScript, buildWeb } from './build-web.ts';
import { bundleEntry } from './bundle-entry.ts';
import { copyKatex } from './copy-katex.ts';
import { digestFile, digestSources, root } from './digest-sources.ts';
import { entries } from './entries.ts';
import { buildFonts } from './fonts/build-fonts.ts';
import { buildPatterns } from './hyphenation/build-patterns.ts';
import { publishTypes } from './published-types.ts';
import { collectLicenses, listComponents } from './third-party.ts';

const require = createRequire(import.meta.url);

const sources = digestSources();
rmSync(join(root, 'dist'), { recursive: true, force: true });

// Packed by threads, while the rest is built.
const fonts = buildFonts();

const modules: string[] = [];
for (const entry of entries) modules.push(...(await bundleEntry(entry, join(root, 'dist'))));
rmSync(join(root, 'dist', 'cli.js'), { force: true });

// What a service shows at /docs and at /api/v1/openapi.json.
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
writeFileSync(join(root, 'dist', 'docs.html'), buildApiPage(version, await buildDocsScript()));
writeFileSync(join(root, 'dist', 'openapi.json'), JSON.stringify(buildOpenApi(version)));

// What `platen init` lays out.
cpSync(join(root, 'examples', 'templates'), join(root, 'dist', 'starters'), { recursive: true });

await buildWeb(join(root, 'dist', 'web'));

await buildInjected(join(root, 'dist', 'injected'));

buildPatterns(join(root, 'dist', 'hyphenation'));

// Programs in WebAssembly: PDFium repairs PDFs and draws those of `platen templates check --against`, qpdf decrypts.
const painter = require.resolve('@hyzyla/pdfium/pdfium.wasm');
const decrypter = require.resolve('@neslinesli93/qpdf-wasm');
cpSync(painter, join(root, 'dist', 'pdfium', 'pdfium.wasm'));
cpSync(join(dirname(painter), '..', 'LICENSE.md'), join(root, 'dist', 'pdfium', 'license.md'));
cpSync(decrypter, join(root, 'dist', 'qpdf', 'qpdf.cjs'));
cpSync(join(dirname(decrypter), 'qpdf.wasm'), join(root, 'dist', 'qpdf', 'qpdf.wasm'));

copyKatex(join(root, 'dist', 'katex'));

// The joined packages are no dependencies of the published package: licences and audits find them here.
modules.push(painter, decrypter);
writeFileSync(join(root, 'dist', 'licenses.txt'), collectLicenses(modules));
writeFileSync(join(root, 'dist', 'bom.json'), `${JSON.stringify(listComponents(modules), null, 2)}\n`);

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
for (const name of [
  'cli',
  'server',
  'engine',
  'browser',
  'markup',
  'children',
  'pdf',
  'injected',
  'store',
  'jobs',
  'web',
]) {
  rmSync(join(root, 'dist', 'types', name), { recursive: true, force: true });
}

await fonts;

// A rebuild reports whether it succeeded.
writeFileSync(digestFile, sources);
