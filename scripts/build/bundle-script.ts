import { rolldown } from 'rolldown';
import { root } from './digest-sources.ts';

/**
 * A program for a page as one script, minified. Its default export becomes a variable, if that has a name. `target` is how old the
 * browser may be.
 */
export async function bundleScript(input: string, target: string, variable?: string): Promise<string> {
  const built = await rolldown({
    cwd: root,
    input,
    platform: 'browser',
    transform: { target },
    checks: { bundlerTimings: false },
    onLog(level, log, pass) {
      if (level === 'warn') throw new Error(log.message);
      pass(level, log);
    },
  });
  const { output } = await built.generate({
    format: 'iife',
    ...(variable !== undefined && { name: variable, exports: 'default' as const }),
    comments: false,
    minify: true,
  });
  await built.close();
  return output[0].code;
}
