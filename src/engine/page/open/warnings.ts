import type { Warning, WarningCode } from '../../../contract/index.ts';

/** Something that may show on paper: a warning, without the index of its part. */
export interface PageWarning {
  code: WarningCode;
  detail: string;
  /** The script of `characters`. */
  script?: string;
  /** Characters without a glyph. */
  characters?: NonNullable<Warning['characters']>;
}

/** A bounded list of warnings without repetition, the last of which says if there were more, in text that is safe to show. */
export interface Warnings {
  readonly list: readonly PageWarning[];
  add(code: WarningCode, detail: string): void;
  /**
   * Text of a page without control characters, without the passwords of addresses, and without its synthetic origin, so that addresses of
   * it are relative; at most 200 characters.
   */
  clean(text: string): string;
}

const listLimit = 50;
const textLimit = 200;

/** Characters that are read of a text: enough for `textLimit` after the origin is left out. */
const readLimit = 10_000;

/** Builds an empty list. `origin` is the page's synthetic origin, which the texts leave out. */
export function buildWarnings(origin?: string): Warnings {
  const list: PageWarning[] = [];
  const seen = new Set<string>();
  const clean = (text: string) => {
    const plain = text
      .slice(0, readLimit)
      .replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, ' ')
      .toWellFormed()
      .replace(/:\/\/[^\s/?#@]*@/g, '://');
    const hidden = origin === undefined ? plain : plain.replaceAll(`${origin}/`, '').replaceAll(origin, '');
    return hidden.length > textLimit ? `${hidden.slice(0, textLimit)}…` : hidden;
  };
  return {
    list,
    add(code, detail) {
      if (list.length > listLimit || seen.has(detail)) return;
      seen.add(detail);
      const isLast = list.length === listLimit;
      list.push({ code, detail: isLast ? `Only the first ${listLimit} of these warnings are listed.` : detail });
    },
    clean,
  };
}
