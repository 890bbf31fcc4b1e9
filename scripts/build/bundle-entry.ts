import { join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';
import { ascii } from './ascii.ts';
import { builtins } from './builtins.ts';
import { compileSchemas } from './compile-schemas.ts';
import type { Entry } from './entries.ts';
import { undiciAliases } from './undici-aliases.ts';

const root = join(import.meta.dirname, '../..');

/** Writes the files of an entry into a folder. Returns the modules that are part of them. */
export async function bundleEntry({ input, groups }: Entry, folder: string): Promise<string[]> {
  const bundle = await rolldown({
    cwd: root,
    input,
    platform: 'node',
    // Of a package in both forms the one whose unused parts can be left out.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [builtins, undiciAliases, compileSchemas, ascii],
    // The contract and the entry points do nothing when they are loaded, so unused exports of them can be left out.
    treeshake: {
      moduleSideEffects: [{ test: /[\\/]src[\\/](contract[\\/]|\w+[\\/]index\.ts$)/, sideEffects: false }],
    },
    // undici's own switch for a build inside Node: it leaves out a second parser that has to be asked for.
    transform: { define: { esbuildDetection: 'true' } },
    // Packages are joined too, because reading them file by file is most of the time that a command takes to start. Left out
    // are those that bring binaries along, that are rarely used, and that an operator installs or not.
    external: ['@sparticuz/chromium', 'pg', 'pg-boss', /^@opentelemetry\//],
    // How long plugins take says how busy the machine is.
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      // An unresolved import fails in the command that reaches it; a static import instead of a dynamic one makes every command slow.
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // Imported by bin, which saves the file between them.
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
  return output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
}
