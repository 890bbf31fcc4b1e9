import type { CompletionTable, Flag } from './completion-table.ts';
import { buildPosixCases, quotePosix } from './posix-cases.ts';

/** The script for zsh. */
export function buildZshScript(table: CompletionTable): string {
  const cases = buildPosixCases(table, (words) => `(${words.map(quotePosix).join(' ')})`);
  const list = (pairs: readonly (readonly [string, string])[]) =>
    `list=(${pairs.map(([word]) => quotePosix(word)).join(' ')}) shown=(${pairs
      .map(([word, description]) => quotePosix(`${word}  ${description}`))
      .join(' ')})`;
  const pairs = (flags: readonly Flag[]) =>
    flags.flatMap(({ names, description }) => names.map((name) => [name, description] as const));
  const flags = table.places
    .filter((place) => place.flags.length > 0)
    .map(({ path, flags }) => `        ${quotePosix(path)}) ${list([...pairs(flags), ...pairs(table.globals)])} ;;`);
  const commands = table.places
    .filter((place) => place.commands.length > 0)
    .map(({ path, commands }) => {
      return `        ${quotePosix(path)}) kind=shown ${list(commands.map(({ name, description }) => [name, description]))} ;;`;
    });
  return `#compdef platen
# Completion of platen for zsh. In ~/.zshrc, after compinit: source <(platen completion zsh)
_platen() {
  local cur=\${words[CURRENT]} prev=\${words[CURRENT-1]} place= word= kind=nothing line
  local -a list shown
  integer i
  # --flag=value is one word here.
  if [[ $cur == --*=* ]]; then prev=\${cur%%=*}; compset -P '*='; fi
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    case $place:$word in
      (${cases.valueFlags}) ((i++)) ;;
      (${cases.commands}) place=\${place:+$place }$word ;;
    esac
  done
  case $place:$prev in
${cases.values}
    *)
      if [[ $cur == -* ]]; then
        kind=shown
        case $place in
${flags.join('\n')}
        *) ${list(pairs(table.globals))} ;;
        esac
      else
        case $place in
${[...commands, cases.arguments].join('\n')}
        esac
      fi ;;
  esac
  if [[ $kind == sources ]]; then
    kind=files
    if compset -P 'template:'; then
      kind=templates
      [[ \${cur#template:} == [./~]* ]] && kind=folders
    else compadd -S '' template:; fi
  fi
  case $kind in
    words) compadd -a list ;;
    shown) compadd -l -d shown -a list ;;
    files) _files ;;
    folders) _files -/ ;;
    templates|slugs|profiles)
      for line in "\${(@f)$("\${words[1]}" __complete $kind 2>/dev/null)}"; do
        [[ -n $line ]] && list+=("\${line%%$'\\t'*}") shown+=("\${line//$'\\t'/  }")
      done
      compadd -l -d shown -a list ;;
  esac
}
if [[ $funcstack[1] == _platen ]]; then _platen "$@"; else compdef _platen platen; fi
`;
}
