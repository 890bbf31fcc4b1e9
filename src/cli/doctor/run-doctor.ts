import { errors } from '../../contract/index.ts';
import type { Context } from '../command/context.ts';
import { openLocalService } from '../service/embedded.ts';
import type { Settings } from '../settings/index.ts';
import { checkBrowser } from './check-browser.ts';
import { attempt, type CheckResult, fail, ok, warn } from './check-result.ts';
import { checkService } from './check-service.ts';
import { checkPrograms, checkSettings } from './check-settings.ts';
import { checkStore } from './check-store.ts';
import { openResultPrinter } from './print-results.ts';

const browserFixes: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'install Chrome (brew install --cask google-chrome), or set PLATEN_CHROMIUM to the path of another one',
  win32: 'install Chrome (winget install Google.Chrome), or set PLATEN_CHROMIUM to the path of another one',
};
const linuxFix =
  'install Chromium or Chrome (Debian: apt-get install chromium); one that is not on the PATH needs PLATEN_CHROMIUM=/path/to/chromium';

/** Runs the checks, prints each result at once, and returns the exit code of the first failure. */
export async function runDoctor(context: Context): Promise<number | undefined> {
  const { output } = context;
  const found: CheckResult[] = [];
  const print = output.json ? undefined : await openResultPrinter(context);
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
      const browser = attempt(
        'browser',
        () => checkBrowser(context, settings),
        browserFixes[context.io.platform] ?? linuxFix,
      );
      const service = attempt('address', () => checkService(context, settings));
      const store = attempt('store', () => checkStore(context, settings));
      const seals = attempt('seals', () => checkSeals(context, settings));
      for (const results of [browser, store, seals, service]) await take(await results);
    } else {
      await take([
        warn('browser', 'not checked, because the settings cannot be read', 'fix them, then run doctor again'),
      ]);
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

/** Checks that the seals of the settings can sign. No result without a folder of seals. Throws for a file that cannot be used. */
async function checkSeals(context: Context, settings: Settings): Promise<CheckResult[]> {
  if (settings.get('seals') === null) return [];
  const service = await openLocalService(context, { templates: false });
  try {
    const names = await service.listSeals();
    return [ok('seals', names.length === 0 ? 'the folder has none' : names.join(', '))];
  } finally {
    await service.close();
  }
}
