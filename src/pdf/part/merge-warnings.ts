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

/** Notes that an object of a user's PDF was changed so that it keeps a standard, in words that are alike for all objects of a kind. */
export type NoteRepair = (change: string) => void;

/** Collects what is left out. Equal warnings count once. */
export class MergeWarnings {
  /** By part and code: details, each with the number of objects if those are counted. */
  readonly #lists = new Map<string, Map<string, number>>();

  /** Adds a warning; control characters and what is too long are cut. */
  add(part: number, code: WarningCode, detail: string): void {
    this.#list(part, code).set(detail.replace(/[\x00-\x1f\x7f-\x9f]+/g, ' ').slice(0, detailLimit), 0);
  }

  /** Counts an object of a part that was changed so that it keeps a standard. */
  countRepair(part: number, change: string): void {
    const list = this.#list(part, 'conformance_repaired');
    list.set(change, (list.get(change) ?? 0) + 1);
  }

  /** All of them, by part and in the order of their first. */
  list(): MergeWarning[] {
    return [...this.#lists].flatMap(([key, details]) => {
      const [part, code] = key.split(' ') as [string, WarningCode];
      const texts = [...details].map(([detail, count]) => (count > 0 ? `${detail} (${count})` : detail));
      const shown = texts.slice(0, listLimit);
      if (details.size > listLimit) shown.push(`… and ${details.size - listLimit} more like these (${code})`);
      return shown.map((detail) => ({ part: Number(part), code, detail }));
    });
  }

  #list(part: number, code: WarningCode): Map<string, number> {
    const key = `${part} ${code}`;
    const list = this.#lists.get(key) ?? new Map<string, number>();
    this.#lists.set(key, list);
    return list;
  }
}
