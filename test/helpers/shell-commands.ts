/**
 * The commands of a script of a shell, each as its words: without quotes, assignments before it, redirections, comments and
 * here-documents. Commands inside `$(…)` come before the one that they are in. It knows what the documentation uses.
 */
export function readCommands(script: string): string[][] {
  const reader = new CommandReader(
    script.replace(/<<-?\s*'?(\w+)'?([^\n]*)\n[\s\S]*?^\1$/gm, '$2').replaceAll('\\\n', ''),
  );
  return reader.readAll().map((words) => {
    const start = words.findIndex((word) => !/^\w+=/.test(word));
    return start === -1 ? [] : words.slice(start);
  });
}

class CommandReader {
  readonly #text: string;
  #at = 0;
  #commands: string[][] = [];
  #words: string[] = [];
  #word: string | undefined;
  /** Whether the next word is the file of a redirection. */
  #redirects = false;

  constructor(text: string) {
    this.#text = text;
  }

  readAll(): string[][] {
    while (this.#at < this.#text.length) this.#readNext();
    this.#endCommand();
    return this.#commands.filter((words) => words.length > 0);
  }

  #readNext(): void {
    const rest = this.#text.slice(this.#at);
    const [placeholder] = /^<[\w-]+>/.exec(rest) ?? [];
    const [redirection] = /^\d?(?:>>?|<)&?\d?/.exec(this.#word === undefined ? rest : rest.replace(/^\d/, '')) ?? [];
    const [end] = /^(?:&&|\|\||[|;&\n])/.exec(rest) ?? [];
    const [comment] = (this.#word === undefined && /^#[^\n]*/.exec(rest)) || [];
    const [quoted, single] = /^'([^']*)'/.exec(rest) ?? [];
    if (placeholder !== undefined) this.#append(placeholder);
    else if (quoted !== undefined) this.#append(single ?? '', quoted.length);
    else if (rest[0] === '"') this.#readDouble(rest);
    else if (rest.startsWith('$(')) this.#readInner(rest);
    else if (comment !== undefined) this.#at += comment.length;
    else if (redirection !== undefined) this.#redirect(redirection);
    else if (end !== undefined) this.#endCommand(end.length);
    else if (/^\s/.test(rest)) this.#endWord(1);
    else this.#append(rest[0] === '\\' ? (rest[1] ?? '') : (rest[0] ?? ''), rest[0] === '\\' ? 2 : 1);
  }

  #append(text: string, length = text.length): void {
    this.#word = (this.#word ?? '') + text;
    this.#at += length;
  }

  #readDouble(rest: string): void {
    const [quoted = rest, text = ''] = /^"((?:\\.|\$\([^)]*\)|[^"\\])*)"/s.exec(rest) ?? [];
    for (const [, inner = ''] of text.matchAll(/\$\(([^)]*)\)/g)) this.#commands.push(...readCommands(inner));
    this.#append(text.replace(/\\(["\\$`])/g, '$1'), quoted.length);
  }

  #readInner(rest: string): void {
    let depth = 0;
    let end = 1;
    let quote = '';
    for (; end < rest.length; end++) {
      const letter = rest[end] ?? '';
      if (quote !== '') quote = letter === quote ? '' : quote;
      else if (letter === "'" || letter === '"') quote = letter;
      else if (letter === '(') depth += 1;
      else if (letter === ')' && --depth === 0) break;
    }
    this.#commands.push(...readCommands(rest.slice(2, end)));
    this.#append(rest.slice(0, end + 1));
  }

  #redirect(text: string): void {
    this.#endWord(text.length);
    this.#redirects = !/&\d$/.test(text);
  }

  #endWord(length = 0): void {
    if (this.#word !== undefined && !this.#redirects) this.#words.push(this.#word);
    if (this.#word !== undefined) this.#redirects = false;
    this.#word = undefined;
    this.#at += length;
  }

  #endCommand(length = 0): void {
    this.#endWord(length);
    this.#commands.push(this.#words);
    this.#words = [];
    this.#redirects = false;
  }
}
