import { nthMark } from '../../../injected/names.ts';

/** An index of CSS (CSS Syntax 3, section 6), without its spaces. */
const formula = /^([-+]?\d{0,6})n([-+]\d{1,6})?$|^([-+]?\d{1,6})$/;

/**
 * What Chromium knows in place of `:nth()` with this index after a page name, which may be empty (CSS GCPM 3, section 4.1): the first page, all
 * pages, or every other one, whose side depends on the direction of the document. Undefined for other pages.
 */
export function translateNth(index: string, name: string): string | undefined {
  const found = readIndex(index);
  if (found === undefined) return undefined;
  const { step, offset } = found;
  if (offset === 1 && (step === 0 || step === -1)) return `${name}:first`;
  if (step === 1 && offset <= 1) return name;
  if (step === 2 && offset <= 2) return `${name}${nthMark}${offset % 2 === 0 ? 'even' : 'odd'}`;
  return undefined;
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
