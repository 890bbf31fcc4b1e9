/** Something that may show on paper: a warning without the part that it is about. */
export interface PageWarning {
  code: string;
  detail: string;
}

/** A bounded list of warnings, each once, in words that are safe to show. */
export interface Warnings {
  readonly list: readonly PageWarning[];
  add(code: string, detail: string): void;
  /** An address as the page's author wrote it: relative on the page's own synthetic origin, cut to a fixed length. */
  name(url: string): string;
  /** Text of a page without control characters, cut to a fixed length. */
  clean(text: string): string;
}

const most = 50;
const longest = 200;

/** Makes an empty list. */
export function buildWarnings(origin?: string): Warnings {
  const list: PageWarning[] = [];
  const seen = new Set<string>();
  const clean = (text: string) => {
    const plain = text
      .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
      .toWellFormed();
    const hidden = origin === undefined ? plain : plain.replaceAll(`${origin}/`, '').replaceAll(origin, '');
    return hidden.length > longest ? `${hidden.slice(0, longest)}…` : hidden;
  };
  return {
    list,
    add(code, detail) {
      if (list.length >= most || seen.has(detail)) return;
      seen.add(detail);
      list.push({ code, detail });
    },
    name: clean,
    clean,
  };
}
