import type { CompletionTable, Flag, ValueKind } from './completion-table.ts';

/** A word in single quotes for bash and zsh. */
export function quotePosix(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The parts of a `case` that bash and zsh share. Places and words are joined by a colon. */
interface PosixCases {
  /** Patterns of flags that take a value: "<place>:<flag>". */
  valueFlags: string;
  /** Patterns of command names: "<place>:<name>". */
  commands: string;
  /** Branches that set `kind` and `list` for the value of a flag. */
  values: string;
  /** Branches that set `kind` and `list` for the argument of a place. */
  arguments: string;
}

/** Builds the branches; `writeList` writes a list in the shell's syntax. A flag that every command takes has the place `*`. */
export function buildPosixCases(
  { places, globals }: CompletionTable,
  writeList: (words: readonly string[]) => string,
): PosixCases {
  const setKind = (kind: ValueKind) =>
    kind.kind === 'words' ? `kind=words list=${writeList(kind.words)}` : `kind=${kind.kind}`;
  const taking: string[] = [];
  const commands: string[] = [];
  const values = new Map<string, string[]>();
  const note = (pattern: string, kind: ValueKind) => {
    taking.push(pattern);
    const branch = setKind(kind);
    values.set(branch, [...(values.get(branch) ?? []), pattern]);
  };
  const addFlags = (place: string, flags: readonly Flag[]) => {
    for (const { names, value } of flags) {
      if (value) for (const name of names) note(`${place}:${quotePosix(name)}`, value);
    }
  };
  addFlags('*', globals);
  for (const { path, flags, commands: below } of places) {
    addFlags(path === '' ? '' : quotePosix(path), flags);
    for (const { name } of below) commands.push(quotePosix(`${path}:${name}`));
  }
  return {
    valueFlags: taking.join('|'),
    commands: commands.join('|'),
    values: [...values].map(([branch, patterns]) => `    ${patterns.join('|')}) ${branch} ;;`).join('\n'),
    arguments: places
      .filter(({ argument }) => argument.kind !== 'nothing')
      .map(({ path, argument }) => `        ${quotePosix(path)}) ${setKind(argument)} ;;`)
      .join('\n'),
  };
}
