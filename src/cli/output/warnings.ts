import type { CommandWarningCode, Warning, WarningCode } from '../../contract/index.ts';

/** A warning as a command gives it. */
export interface CommandWarning {
  code: CommandWarningCode | WarningCode;
  /** In words for people. */
  text: string;
  /** The part of the request that it is about, from 0. Default none. */
  part?: number;
}

/** A warning as `--json` lists it: one of a render, or one of the command itself, which may be about no part. */
export type ListedWarning = Warning | { part: number | null; code: string; detail: string };

/** The warnings of a command or of one of its records: the only way in which a command warns. */
export interface WarningList {
  /** Prints a warning; with --json keeps it until it is taken. */
  warn(warning: CommandWarning): void;
  /** Prints a warning of a render in words for people; with --json keeps it unchanged. */
  warnOfRender(warning: Warning, text: string): void;
  /** The warnings that were kept and not taken yet. Empty without --json. */
  take(): ListedWarning[];
}

/** A warning of the command itself as `--json` lists it. */
export function listWarning({ code, text, part }: CommandWarning): ListedWarning {
  return { part: part ?? null, code, detail: text };
}

/** Opens a list of warnings. `print` shows one to people; undefined with --json. */
export function openWarnings(print: ((text: string) => void) | undefined): WarningList {
  let kept: ListedWarning[] = [];
  const add = (warning: ListedWarning, text: string) => {
    if (print) print(text);
    else kept.push(warning);
  };
  return {
    warn: (warning) => add(listWarning(warning), warning.text),
    warnOfRender: add,
    take() {
      const taken = kept;
      kept = [];
      return taken;
    },
  };
}
