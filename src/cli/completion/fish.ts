import type { CompletionTable, Flag, ValueKind } from './completion-table.ts';

/** The script for fish. */
export function buildFishScript({ places, globals }: CompletionTable): string {
  const taking = [...globals, ...places.flatMap(({ flags }) => flags)].filter(({ value }) => value);
  const lines = [
    '# Completion of platen for fish: platen completion fish > ~/.config/fish/completions/platen.fish',
    'function __platen_at',
    '  set -l place',
    '  set -l skip 0',
    '  for word in (commandline -opc)[2..-1]',
    '    if test $skip = 1; set skip 0; continue; end',
    '    switch $word',
    `      case ${[...new Set(taking.flatMap(({ names }) => names))].map(quote).join(' ')}`,
    '        set skip 1',
    "      case '-*'",
    "      case '*'",
    '        set -l next (string trim -- "$place $word")',
    `        contains -- $next ${places
      .map(({ path }) => quote(path))
      .slice(1)
      .join(' ')}; and set place $next`,
    '    end',
    '  end',
    '  test "$place" = "$argv[1]"',
    'end',
    'complete -c platen -f',
    ...globals.map((flag) => `complete -c platen ${writeFlag(flag)}`),
  ];
  for (const { path, commands, flags, argument } of places) {
    const here = `complete -c platen -n ${quote(`__platen_at ${quote(path)}`)}`;
    for (const { name, description } of commands) lines.push(`${here} -a ${quote(name)} -d ${quote(description)}`);
    for (const flag of flags) lines.push(`${here} ${writeFlag(flag)}`);
    if (argument.kind === 'sources') {
      const typing = `__platen_at ${quote(path)}; and string match -q 'template:*' -- (commandline -ct)`;
      lines.push(`${here} -F`, `complete -c platen -n ${quote(typing)} ${writeKind(argument)}`);
    } else if (argument.kind !== 'nothing') lines.push(`${here} ${writeKind(argument)}`);
  }
  return `${lines.join('\n')}\n`;
}

function writeFlag({ names, description, value }: Flag): string {
  const spelled = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  return [
    ...spelled,
    ...(value ? [value.kind === 'files' ? '-r' : '-x', writeKind(value)] : []),
    '-d',
    quote(description),
  ]
    .filter(Boolean)
    .join(' ');
}

function writeKind(kind: ValueKind): string {
  switch (kind.kind) {
    case 'nothing':
      return '';
    case 'words':
      return `-a ${quote(kind.words.join(' '))}`;
    case 'files':
      return '-F';
    case 'folders':
      return `-a ${quote('(__fish_complete_directories)')}`;
    case 'sources':
      return `-a ${quote('(platen __complete templates 2>/dev/null | string replace -r "^" template:)')}`;
    default:
      return `-a ${quote(`(platen __complete ${kind.kind} 2>/dev/null)`)}`;
  }
}

/** A word in single quotes for fish. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
