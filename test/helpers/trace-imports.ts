import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ended, type ProcessSetting, startProcess } from './workspace.ts';

/** What a program loaded while it ran. */
export interface Trace {
  ended: Ended;
  /** Every file. */
  files: string[];
  /** The sources that bundled files were made of, as the bundler noted them: `src/…` and `node_modules/…`. */
  modules: string[];
  /** Node's own modules, those of its start among them. */
  builtins: string[];
}

const hook = `import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) appendFileSync(process.env.TRACE_FILE, url + '\\n');
    return next(url, context);
  },
});
process.on('exit', () => appendFileSync(process.env.TRACE_FILE, process.moduleLoadList.join('\\n') + '\\n'));
`;

/** Runs Node with these words and writes down what it loads. */
export async function traceImports(
  words: readonly string[],
  setting: ProcessSetting & { cwd: string },
): Promise<Trace> {
  const [preload, list] = [join(setting.cwd, 'trace-hook.mjs'), join(setting.cwd, 'trace-list.txt')];
  writeFileSync(preload, hook);
  writeFileSync(list, '');
  const env = { ...setting.env, TRACE_FILE: list };
  const ended = await startProcess(process.execPath, ['--import', preload, ...words], { ...setting, env }).ended;
  const lines = [...new Set(readFileSync(list, 'utf8').split('\n'))];
  const files = lines.filter((line) => line.startsWith('file:')).map((url) => fileURLToPath(url));
  rmSync(list);
  const builtins = lines.flatMap((line) => /^NativeModule (.+)/.exec(line)?.[1] ?? []);
  return { ended, files, modules: files.flatMap(listModules), builtins };
}

/** The bundler notes in a comment where each module begins. */
function listModules(file: string): string[] {
  const notes = readFileSync(file, 'utf8').matchAll(/^\/\/(?:#region)? ?(\S*?)((?:src|node_modules)\/\S+)$/gm);
  return [...notes].map(([, , name = '']) => name);
}
