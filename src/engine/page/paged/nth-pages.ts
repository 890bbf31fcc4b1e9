import type { PageRule } from '../../../injected/calls.ts';
import { nthMark } from '../../../injected/names.ts';
import type { PlacePages } from '../../../pdf/index.ts';
import type { PageKind } from './page-numbers.ts';
import type { PagedState } from './paged-state.ts';

/** An index of CSS (CSS Syntax 3, section 6), without its spaces. */
const formula = /^([-+]?\d{0,6})n([-+]\d{1,6})?$|^([-+]?\d{1,6})$/;

/** The pages that an index is counted in: those of a name (CSS GCPM 3, section 4.1). */
const ofGroup = /\sof\s+(\S+)\s*$/i;

/** How the end of the name of pages is written that `:nth()` selects; `m` is a minus. */
const written = new RegExp(`${nthMark}(m?\\d+)n(m?\\d+)(?:-of-(.+))?$`);

/**
 * What Chromium knows in place of `:nth()` with this index after a page name, which may be empty (CSS GCPM 3, section 4.1): the first page, all
 * pages, or every other one, whose side depends on the direction of the document. Other pages get a name that no page has until they are printed in
 * their own style; see printNth. Undefined for what is no index.
 */
export function translateNth(index: string, name: string): string | undefined {
  const [, group] = ofGroup.exec(index) ?? [];
  const found = readIndex(index.replace(ofGroup, ''));
  if (found === undefined) return undefined;
  const { step, offset } = found;
  if (group === undefined) {
    if (offset === 1 && (step === 0 || step === -1)) return `${name}:first`;
    if (step === 1 && offset <= 1) return name;
    if (step === 2 && offset <= 2) return `${name}${nthMark}${offset % 2 === 0 ? 'even' : 'odd'}`;
  }
  const [steps, from] = [step, offset].map((number) => String(number).replace('-', 'm'));
  return `${name}${nthMark}${steps}n${from}${group === undefined ? '' : `-of-${group}`}`;
}

function readIndex(index: string): { step: number; offset: number } | undefined {
  const text = index.replace(/\s+/g, '').toLowerCase();
  if (text === 'even') return { step: 2, offset: 0 };
  if (text === 'odd') return { step: 2, offset: 1 };
  const [, step, offset = '0', only] = formula.exec(text) ?? [];
  if (only !== undefined) return { step: 0, offset: Number(only) };
  if (step === undefined) return undefined;
  return { step: Number(/\d/.test(step) ? step : `${step}1`), offset: Number(offset) };
}

/** The names in `names`, as translateNth writes them, that select each page. */
export function selectNth(
  names: readonly string[],
  kinds: readonly PageKind[],
  { running, padding }: Pick<PagedState, 'running' | 'padding'>,
  places: PlacePages,
): string[][] {
  const selectors = names.map(readSelector);
  const begun = new Set<string>();
  for (const { name, place, lead } of running.names) {
    const index = places.find(place);
    if (index !== undefined && (places.findTop(place) ?? 0) <= padding + lead + 2) begun.add(`${index} ${name}`);
  }
  let inGroup = 0;
  return kinds.map(({ name }, index) => {
    const isStart = name !== kinds[index - 1]?.name || begun.has(`${index} ${name}`);
    inGroup = isStart ? 1 : inGroup + 1;
    return selectors.flatMap(({ text, of, group, step, offset }) => {
      if ((of !== '' && of !== name) || (group !== undefined && group !== name)) return [];
      const beyond = (group === undefined ? index + 1 : inGroup) - offset;
      const isSelected = step === 0 ? beyond === 0 : beyond % step === 0 && beyond / step >= 0;
      return isSelected ? [text] : [];
    });
  });
}

function readSelector(text: string) {
  const [whole = '', step = '', offset = '', group] = written.exec(text) ?? [];
  const read = (number: string) => Number(number.replace('m', '-'));
  return { text, of: text.slice(0, text.length - whole.length), group, step: read(step), offset: read(offset) };
}

/** Rules in which some of these names select pages of this kind. */
export function chooseNth(
  rules: readonly PageRule[],
  names: readonly string[],
  pseudo: PageKind['pseudo'],
): readonly PageRule[] {
  if (names.length === 0) return rules;
  return rules.map((rule) => {
    const [name = '', side = pseudo] = rule.selector.split(':');
    return names.includes(name) ? { ...rule, selector: `${name.replace(written, '')}:${side}` } : rule;
  });
}
