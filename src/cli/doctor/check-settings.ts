import type { Context } from '../command/context.ts';
import { describeOrigin, type Settings, settingNames } from '../settings/index.ts';
import { type CheckResult, ok, warn } from './check-result.ts';

/** The versions of Node and platen. A Node that is too old is refused before any command runs. */
export function checkPrograms({ version, io }: Context): CheckResult[] {
  return [ok('node', `${process.versions.node} on ${io.platform} ${process.arch}`), ok('platen', version)];
}

/** Checks the files that settings come from. The caller reads the settings, because reading may fail. */
export function checkSettings({ warnings, entries }: Settings): CheckResult[] {
  const files = new Set(
    settingNames.map((name) => entries[name].origin).flatMap((origin) => ('path' in origin ? [origin.path] : [])),
  );
  const results = warnings.map(({ text }) => warn('config', text));
  for (const name of settingNames) {
    const { blocked, origin } = entries[name];
    if (blocked)
      results.push(warn('config', `${name} is not used: ${describeOrigin(origin)} is not trusted`, blocked.fix));
  }
  if (results.length > 0) return results;
  return [ok('config', files.size === 0 ? 'no files, defaults and environment only' : [...files].join(', '))];
}
