import { textLimit } from '../../children/index.ts';

/** What rendering one template may cost. */
export const templateLimits = {
  /** Characters of a template, and of all that is parsed for it: as many as the contract lets a template have. */
  template: 5 * 1024 * 1024,
  /** Bytes of the rendered text in UTF-8. */
  output: textLimit,
  /** Milliseconds of processor time after which the template language stops by itself. */
  render: 1000,
  /** Characters and list items that filters and tags may make. */
  memory: 2e7,
  /** Milliseconds of processor time after which the child is killed. */
  kill: 3000,
  /** Megabytes of the child's heap. */
  heap: 96,
} as const;

/** Says that a template is over its limit. A function, because the first number that is formatted costs a start 25 ms. */
export function explainLength(): string {
  return `a template has at most ${templateLimits.template.toLocaleString('en')} characters`;
}
