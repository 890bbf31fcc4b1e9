import type { Context } from '../command/context.ts';
import { describeOrigin, type Settings, settingNames } from '../settings/index.ts';
import { type Finding, ok, warn } from './check.ts';

/** Node and platen themselves. What does not run at all is refused before any command. */
export function checkPrograms({ version, io }: Context): Finding[] {
  return [ok('node', `${process.versions.node} on ${io.platform} ${process.arch}`), ok('platen', version)];
}

/** The files that settings come from. The settings themselves are read by the caller, because they may not be readable. */
export function checkSettings({ warnings, entries }: Settings): Finding[] {
  const files = new Set(
    settingNames.map((name) => entries[name].origin).flatMap((origin) => ('path' in origin ? [origin.path] : [])),
  );
  const findings = warnings.map((warning) => warn('config', warning));
  for (const name of settingNames) {
    const { blocked, origin } = entries[name];
    if (blocked)
      findings.push(warn('config', `${name} is not used: ${describeOrigin(origin)} is not trusted`, blocked.fix));
  }
  if (findings.length > 0) return findings;
  return [ok('config', files.size === 0 ? 'no files, defaults and environment only' : [...files].join(', '))];
}
