import type { SettingKind } from '../setting-kinds.ts';

/**
 * What files may say of a setting. `any`: every file. `trusted`: the user file, and files of a project that the user
 * trusts, because the setting could run a program, open the machine or weaken a check. `none`: the environment alone.
 */
type FileRule = 'any' | 'trusted' | 'none';

/** One setting: how it is read, the value without any source, and what it means. */
export interface SettingRow<T> {
  kind: SettingKind<T>;
  /** Null if nothing is set, or if the command that uses it decides. */
  default: T | null;
  /** What holds while nothing is set, for people. */
  otherwise: string;
  files: FileRule;
  summary: string;
}

/** Builds a row. `fallback` is the default, or what holds without any for people. */
export function row<T>(
  kind: SettingKind<T>,
  fallback: T | { otherwise: string },
  files: FileRule,
  summary: string,
): SettingRow<T> {
  const unset = typeof fallback === 'object' && fallback !== null && 'otherwise' in fallback;
  return {
    kind,
    default: unset ? null : fallback,
    otherwise: unset ? fallback.otherwise : String(fallback),
    files,
    summary,
  };
}
