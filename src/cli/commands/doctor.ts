import type { Command } from 'commander';
import { errors } from '../../contract/index.ts';
import type { Register } from '../command/command.ts';
import type { Context } from '../command/context.ts';
import { addHelpNotes } from '../command/help.ts';
import type { CheckResult } from '../doctor/check-result.ts';
import type { Settings } from '../settings/index.ts';

const browserFix =
  'install Chromium or Chrome and name it: PLATEN_CHROMIUM=/usr/bin/chromium; platen config list shows what is set';

/** Declares `platen doctor`. */
export function addDoctor(command: Command, register: Register): void {
  addHelpNotes(command, {
    examples: ['platen doctor', `platen doctor --json | jq '.data[] | select(.state != "ok")'`],
    output: [
      'a line for each check with ok, warn or fail, and what to do about it;',
      'with --json {"data": [{"check", "state", "detail", "fix", "code"}]}',
    ].join('\n'),
    exitCodes: {
      0: 'nothing failed; warnings do not count',
      3: 'a setting, the browser or the sandbox',
      4: 'the key',
      11: 'the way to the service',
      15: 'the data folder; where several checks failed, the exit code of the first',
    },
  });
  command.action(register(runDoctor));
}

/** Runs the checks, prints each result at once, and returns the exit code of the first failure. */
async function runDoctor(context: Context): Promise<number | undefined> {
  const { output } = context;
  const [
    { attempt, fail, warn },
    { checkPrograms, checkSettings },
    { checkBrowser },
    { checkService },
    { checkStore },
  ] = await Promise.all([
    import('../doctor/check-result.ts'),
    import('../doctor/check-settings.ts'),
    import('../doctor/check-browser.ts'),
    import('../doctor/check-service.ts'),
    import('../doctor/check-store.ts'),
  ]);
  const found: CheckResult[] = [];
  const print = output.json ? undefined : await (await import('../doctor/print-results.ts')).openResultPrinter(context);
  const take = async (results: readonly CheckResult[]) => {
    found.push(...results);
    await print?.(results);
  };
  const progress = output.progress('checking');
  try {
    await take(checkPrograms(context));
    const settings = await readSettings(context).catch(async (error: unknown) => {
      await take([fail('config', error)]);
      return undefined;
    });
    if (settings) {
      await take(checkSettings(settings));
      // The browser takes longest, so its check starts first; the order of the lines stays.
      const browser = attempt('browser', () => checkBrowser(context, settings), browserFix);
      const service = attempt('address', () => checkService(context, settings));
      const store = attempt('store', () => checkStore(context, settings));
      for (const results of [browser, store, service]) await take(await results);
    } else {
      await take([warn('browser', 'not checked, because the settings cannot be read', 'mend them, then run it again')]);
    }
  } finally {
    progress.stop();
  }
  if (output.json) await output.jsonDocument({ data: found });
  const failed = found.find(({ state }) => state === 'fail');
  return failed?.code ? errors[failed.code].exit : undefined;
}

/** The settings, with their warnings held back: here they are results, and would be printed twice. */
async function readSettings(context: Context): Promise<Settings> {
  const { output } = context;
  const { warn } = output;
  output.warn = () => {};
  try {
    return await context.settings();
  } finally {
    output.warn = warn;
  }
}
