import type { CompletionTable, Flag, ValueKind } from './completion-table.ts';

/** The script for PowerShell 5.1 and later. */
export function buildPowershellScript({ places, globals }: CompletionTable): string {
  const rows = places.map(({ path, commands, flags, argument }) => {
    const words = commands.map(({ name, description }) => pair(name, description)).join('; ');
    return `    ${quote(path)} = @{ Commands = [ordered]@{ ${words} }; Flags = [ordered]@{ ${writeFlags(flags)} }; Argument = ${quote(writeKind(argument))} }`;
  });
  const taking = [...globals, ...places.flatMap(({ flags }) => flags)];
  const values = new Map(
    taking.flatMap(({ names, value }) => (value ? names.map((name) => [name, writeKind(value)] as const) : [])),
  );
  // -eq and hashtables ignore case in PowerShell; -V and -v would be one.
  const list = [...values].map(([name, kind]) => `    $values.Add(${quote(name)}, ${quote(kind)})`).join('\n');
  return `# Completion of platen for PowerShell. In $PROFILE: platen completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName platen -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $places = @{
${rows.join('\n')}
  }
  $globals = [ordered]@{ ${writeFlags(globals)} }
  $values = New-Object 'System.Collections.Generic.Dictionary[string,string]'
${list}
  $place = ''
  $previous = ''
  $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | Select-Object -Skip 1)
  foreach ($element in $elements) {
    $word = $element.ToString()
    $next = "$place $word".Trim()
    if (-not $values.ContainsKey($previous) -and $places.ContainsKey($next)) { $place = $next }
    $previous = $word
  }
  $kind = if ($values.ContainsKey($previous)) { $values[$previous] } else { $places[$place].Argument }
  $lead = ''
  if ($kind -eq 'sources' -and $wordToComplete -like 'template:*') { $kind = 'templates'; $lead = 'template:' }
  $found = [ordered]@{}
  if ($wordToComplete -like '-*' -and -not $values.ContainsKey($previous)) {
    foreach ($set in $places[$place].Flags, $globals) { foreach ($name in $set.Keys) { $found[$name] = $set[$name] } }
  } elseif (-not $values.ContainsKey($previous) -and $places[$place].Commands.Count -gt 0) {
    $found = $places[$place].Commands
  } elseif ($kind -like 'words *') {
    foreach ($name in $kind.Substring(6).Split(' ')) { $found[$name] = $name }
  } elseif ($kind -in 'templates', 'slugs', 'profiles') {
    foreach ($line in (platen __complete $kind 2>$null)) {
      $parts = $line.Split("\`t", 2)
      $found["$lead$($parts[0])"] = if ($parts.Count -gt 1 -and $parts[1]) { $parts[1] } else { $parts[0] }
    }
  }
  # Without an answer PowerShell completes file names by itself.
  foreach ($name in $found.Keys) {
    if ($name.StartsWith($wordToComplete)) {
      [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $found[$name])
    }
  }
}
`;
}

function writeFlags(flags: readonly Flag[]): string {
  // Keys of a literal must differ in more than case, so a flag with a long spelling has only that one.
  return flags.map(({ names, description }) => pair(names.at(-1) ?? '', description)).join('; ');
}

function pair(name: string, description: string): string {
  return `${quote(name)} = ${quote(description || name)}`;
}

function writeKind(kind: ValueKind): string {
  return kind.kind === 'words' ? `words ${kind.words.join(' ')}` : kind.kind;
}

/** A word in single quotes for PowerShell, which takes typographic quotes for quotes too. */
function quote(text: string): string {
  return `'${text.replace(/['\u2018\u2019\u201a\u201b]/g, '$&$&')}'`;
}
