import type { Delimiter, MarkdownIt, StateInline, Token } from 'markdown-it';

/** A pair of marks around a text. */
interface PairedMark {
  /** What both begin with. */
  character: '~' | '=' | '^';
  length: number;
  tag: 'del' | 'sub' | 'mark' | 'sup';
  /** Whether a pair holds only a text without blanks that follows a letter, a digit or a closing bracket. */
  isScript?: true;
}

const marks: PairedMark[] = [
  // GitHub strikes with one tilde as well (GFM 6.5). Inside a word it is a subscript: H~2~O.
  { character: '~', length: 1, tag: 'sub', isScript: true },
  { character: '~', length: 1, tag: 'del' },
  { character: '~', length: 2, tag: 'del' },
  { character: '=', length: 2, tag: 'mark' },
  { character: '^', length: 1, tag: 'sup', isScript: true },
];

/** `~del~`, `~~del~~`, `H~2~O`, `x^2^` and `==mark==`, in place of the library's strikethrough, which knows two tildes only. */
export function addPairedMarks({ inline }: MarkdownIt): void {
  inline.ruler.at('strikethrough', readMarks);
  inline.ruler2.at('strikethrough', pairMarks);
}

function readMarks(state: StateInline, silent: boolean): boolean {
  const character = state.src[state.pos] ?? '';
  if (silent || (character !== '~' && character !== '=' && character !== '^')) return false;
  const { length, can_open, can_close } = state.scanDelims(state.pos, true);
  const before = state.src[state.pos - 1] ?? ' ';
  // Only a superscript may begin with punctuation inside a word: 10^-3^.
  const open = can_open || (character === '^' && /\S/.test(state.src[state.pos + length] ?? ' '));
  const close = can_close || (character === '^' && /\S/.test(before));
  const token = state.push('text', '', 0);
  token.content = character.repeat(length);
  token.meta = { before };
  state.pos += length;
  if (!marks.some((mark) => mark.character === character && mark.length === length)) return true;
  const marker = markerOf(character, length);
  state.delimiters.push({ marker, length: 0, token: state.tokens.length - 1, end: -1, open, close });
  return true;
}

/** One mark closes one and two close two, so a pair is its own mark; no other character has such a number. */
function markerOf(character: string, length: number): number {
  return -(character.charCodeAt(0) * 2 + length);
}

function pairMarks(state: StateInline): void {
  const inner = Array.from(state.tokens_meta, (meta) => meta?.delimiters ?? []);
  for (const delimiters of [state.delimiters, ...inner]) {
    for (const { marker, token, end } of delimiters) {
      const closing = delimiters[end];
      if (marker >= 0 || closing === undefined) continue;
      const isScript = canBeScript(state.tokens, token, closing.token);
      const mark = marks.find(
        ({ character, length, ...found }) => markerOf(character, length) === marker && (isScript || !found.isScript),
      );
      if (mark === undefined) continue;
      turnInto(state, token, `${mark.tag}_open`, mark.tag, 1);
      turnInto(state, closing.token, `${mark.tag}_close`, mark.tag, -1);
    }
  }
}

/** Whether a pair is directly behind a letter, a digit or a closing bracket, and has no blank in it. */
function canBeScript(tokens: readonly Token[], open: number, close: number): boolean {
  if (!/[\p{L}\p{N})\]}]/u.test(String(tokens[open]?.meta?.before))) return false;
  return tokens.slice(open + 1, close).every(({ type, content }) => type !== 'softbreak' && !/\s/.test(content));
}

function turnInto(state: StateInline, index: Delimiter['token'], type: string, tag: string, nesting: 1 | -1): void {
  const token = state.tokens[index];
  if (token) Object.assign(token, { type, tag, nesting, content: '' });
}
