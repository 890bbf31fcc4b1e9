import type { WarningCode } from '../../contract/index.ts';

/** Something of a part that the document does not have, or has otherwise. */
export interface MergeWarning {
  /** Index of the part, from 0. */
  part: number;
  code: WarningCode;
  detail: string;
}

/** Warnings of one code and part; more are counted in the last one. */
const listLimit = 10;
const detailLimit = 300;

/** Collects what is left out. Equal warnings count once. */
export class MergeWarnings {
  readonly #lists = new Map<string, Set<string>>();

  /** Adds a warning; control characters and what is too long are cut. */
  add(part: number, code: WarningCode, detail: string): void {
    const key = `${part} ${code}`;
    const list = this.#lists.get(key) ?? new Set();
    this.#lists.set(key, list.add(detail.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, detailLimit)));
  }

  /** All of them, by part and in the order of their first. */
  list(): MergeWarning[] {
    return [...this.#lists].flatMap(([key, details]) => {
      const [part, code] = key.split(' ') as [string, WarningCode];
      const shown = [...details].slice(0, listLimit);
      if (details.size > listLimit) shown.push(`… and ${details.size - listLimit} more like these (${code})`);
      return shown.map((detail) => ({ part: Number(part), code, detail }));
    });
  }
}
