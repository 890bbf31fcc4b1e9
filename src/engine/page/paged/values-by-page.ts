import type { StringKind } from '../../../injected/names.ts';

/** A value that something on a page sets, such as the text of a named string. */
export interface PageValue<T> {
  value: T;
  /** Index of the page. */
  index: number;
  /** Whether what sets it starts the page. */
  isStart: boolean;
}

/** What a page shows of the values that are set, in the order of the document, on each page (CSS GCPM 3, section 1.2.2). */
export function listByPage<T>(set: readonly PageValue<T>[], kind: StringKind, pages: number): (T | undefined)[] {
  const first = new Map<number, PageValue<T>>();
  const last = new Map<number, T>();
  for (const assignment of set) {
    if (!first.has(assignment.index)) first.set(assignment.index, assignment);
    last.set(assignment.index, assignment.value);
  }
  let entry: T | undefined;
  return Array.from({ length: pages }, (_, index) => {
    const before = entry;
    entry = last.get(index) ?? entry;
    const firstOnPage = first.get(index);
    if (kind === 'first-except') return firstOnPage ? undefined : before;
    if (kind === 'start') return firstOnPage?.isStart ? firstOnPage.value : before;
    return kind === 'last' ? entry : (firstOnPage?.value ?? before);
  });
}
