import type { CounterProperty, PageChange, PagedPage, PageRule } from '../../../injected/calls.ts';
import { blankPage, pageCounter } from '../../../injected/names.ts';
import type { PlacePages } from '../../../pdf/index.ts';
import { chooseDeclared, listRules, sideOf } from './page-boxes.ts';

/** Which `@page` rules are for a page: those of its name and its pseudo-class. */
export interface PageKind {
  name: string;
  pseudo: 'first' | 'left' | 'right';
}

/** What the number of a page depends on. */
interface Numbering {
  restarts: readonly PageChange[];
  /** The pages, and the rules that count them; none if they are counted one by one. */
  kinds: readonly PageKind[];
  rules: readonly PageRule[];
}

/** The name and the pseudo-class of each page. `blanks` are the places with a blank page before them. */
export function listKinds(
  { running, hasBlankRules }: Pick<PagedPage, 'running' | 'hasBlankRules'>,
  places: PlacePages,
  blanks: ReadonlySet<string>,
): PageKind[] {
  const { names, isLeftFirst } = running;
  const begun = new Map<number, string>();
  for (const { name, place } of names) {
    const index = places.find(place);
    if (index !== undefined) begun.set(index, name);
  }
  const blank = new Set([...blanks].map((place) => (places.find(place) ?? 0) - 1));
  let name = '';
  return Array.from({ length: places.count }, (_, index) => {
    name = begun.get(index) ?? name;
    const pageName = blank.has(index) ? (hasBlankRules ? blankPage : (begun.get(index + 1) ?? name)) : name;
    return { name: pageName, pseudo: sideOf(index, isLeftFirst) };
  });
}

/**
 * The number of each page of a part: from `before` on as the `@page` rules count, and from each element on that changes one. As in Chromium, a
 * rule that resets the counter of pages does not increment it as well, unless it does so explicitly.
 */
export function numberEachPage({ restarts, kinds, rules }: Numbering, places: PlacePages, before: number): number[] {
  const changes = new Map<number, PageChange[]>();
  for (const change of restarts) {
    const index = places.find(change.place);
    if (index !== undefined) changes.set(index, [...(changes.get(index) ?? []), change]);
  }
  const counts = new Map<string, (number: number) => number>();
  let number = before;
  return Array.from({ length: places.count }, (_, index) => {
    const { name, pseudo } = kinds[index] ?? { name: '', pseudo: 'right' };
    const key = `${name}:${pseudo}`;
    const count = counts.get(key) ?? readCount(listRules(rules, name, pseudo));
    counts.set(key, count);
    number = count(number);
    for (const change of changes.get(index) ?? [])
      number = change.kind === 'set' ? change.number : number + change.number;
    return number;
  });
}

/** How pages are counted by the rules for them. */
function readCount(rules: readonly PageRule[]): (number: number) => number {
  const read = (property: CounterProperty, usual: number) => {
    const text = chooseDeclared(rules.flatMap(({ counters }) => counters?.[property] ?? []))?.text ?? '';
    // What makes a part start where the one before it ends is for Chromium alone.
    if (property === 'counter-set' && text.includes(pageCounter)) return undefined;
    const found = [...text.matchAll(/(?<!\S)page(?:\s+(-?\d+))?(?!\S)/g)].at(-1);
    return found && Number(found[1] ?? usual);
  };
  const reset = read('counter-reset', 0);
  const increment = read('counter-increment', 1);
  const set = read('counter-set', 0);
  return (number) => set ?? (reset ?? number) + (increment ?? (reset === undefined ? 1 : 0));
}
