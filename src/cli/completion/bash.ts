import type { CompletionTable, Flag } from './completion-table.ts';
import { buildPosixCases, quotePosix } from './posix-cases.ts';

/** The script for bash 3.2 and later. */
export function buildBashScript(table: CompletionTable): string {
  const cases = buildPosixCases(table, (words) => quotePosix(words.join(' ')));
  const names = (flags: readonly Flag[]) => flags.flatMap((flag) => flag.names).join(' ');
  const flags = table.places
    .filter((place) => place.flags.length > 0)
    .map(
      ({ path, flags }) =>
        `        ${quotePosix(path)}) list=${quotePosix(`${names(flags)} ${names(table.globals)}`)} ;;`,
    );
  const commands = table.places
    .filter((place) => place.commands.length > 0)
    .map(({ path, commands }) => {
      const words = commands.map(({ name }) => name).join(' ');
      return `        ${quotePosix(path)}) kind=words list=${quotePosix(words)} ;;`;
    });
  return `# Completion of platen for bash. In ~/.bashrc: source <(platen completion bash)
_platen() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} place= word= i list= kind=nothing lead= ids=
  COMPREPLY=()
  # bash takes --flag=value for three words.
  if [[ $cur == '=' ]]; then cur=; elif [[ $prev == '=' ]]; then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  # It takes template:id for three words, too, unless the user has changed that.
  if [[ $cur == ':' && $prev == template ]]; then cur= ids=1
  elif [[ $prev == ':' && \${COMP_WORDS[COMP_CWORD-2]} == template ]]; then ids=1
  elif [[ $cur == template:* ]]; then lead=template: cur=\${cur#template:} ids=1; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    case $place:$word in
      ${cases.valueFlags}) ((i++)); [[ \${COMP_WORDS[i]} == '=' ]] && ((i++)) ;;
      ${cases.commands}) place=\${place:+$place }$word ;;
    esac
  done
  case $place:$prev in
${cases.values}
    *)
      if [[ $cur == -* ]]; then
        kind=words
        case $place in
${flags.join('\n')}
        *) list=${quotePosix(names(table.globals))} ;;
        esac
      else
        case $place in
${[...commands, cases.arguments].join('\n')}
        esac
      fi ;;
  esac
  local IFS=$'\\n'
  if [[ $kind == sources ]]; then
    kind=files
    if [[ $ids && $cur == [./~]* ]]; then kind=folders; elif [[ $ids ]]; then kind=templates
    elif [[ $cur && template: == "$cur"* ]]; then COMPREPLY+=(template:); compopt -o nospace 2>/dev/null; fi
  fi
  case $kind in
    words) IFS=' ' ; for word in $list; do [[ $word == "$cur"* ]] && COMPREPLY+=("$word"); done ;;
    # As a file name, template: would get its colon escaped.
    files) [[ \${#COMPREPLY[@]} == 0 ]] && compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -f -- "$cur")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -P "$lead" -d -- "$cur")) ;;
    templates|slugs|profiles)
      # No compgen -W: it would run commands that stand in the words.
      while IFS=$'\\t' read -r word _; do
        [[ $word == "$cur"* ]] && COMPREPLY+=("$lead$word")
      done < <("$1" __complete "$kind" 2>/dev/null) ;;
  esac
  return 0
}
complete -F _platen platen
`;
}
