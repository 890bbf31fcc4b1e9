/** What a merge leaves out or changes, by code. */
export type MergeWarningCode =
  | 'pdf_repaired'
  | 'action_dropped'
  | 'annotation_dropped'
  | 'encryption_dropped'
  | 'form_dropped'
  | 'link_dropped'
  | 'metadata_dropped'
  | 'output_intent_dropped'
  | 'signature_dropped';

/** Something of a part that the document does not have, or has otherwise. */
export interface MergeWarning {
  /** Index of the part, from 0. */
  part: number;
  code: MergeWarningCode;
  detail: string;
}

/** Warnings of one code and part; more are counted in the last one. */
const limit = 10;
const longestDetail = 300;

/** Collects what is left out. Equal warnings are told once. */
export class MergeWarnings {
  readonly #lists = new Map<string, Set<string>>();

  /** Adds a warning; control characters and what is too long are cut. */
  add(part: number, code: MergeWarningCode, detail: string): void {
    const key = `${part} ${code}`;
    const list = this.#lists.get(key) ?? new Set();
    this.#lists.set(key, list.add(detail.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, longestDetail)));
  }

  /** All of them, by part and in the order of their first. */
  list(): MergeWarning[] {
    return [...this.#lists].flatMap(([key, details]) => {
      const [part, code] = key.split(' ') as [string, MergeWarningCode];
      const shown = [...details].slice(0, limit);
      if (details.size > limit) shown.push(`… and ${details.size - limit} more`);
      return shown.map((detail) => ({ part: Number(part), code, detail }));
    });
  }
}
