import { expect, test } from 'vitest';
import { readStack } from '../../../../src/engine/page/checks/read-stack.ts';

test.each([
  ['"Acme Sans"', 'Acme Sans', ['Acme Sans']],
  ['Acme, sans-serif', 'Acme', ['Acme']],
  ['"Acme, \\"Inc\\"", serif', 'Acme, "Inc"', ['Acme, "Inc"']],
  ['Verdana, "Acme Sans", sans-serif, "Behind It"', 'Acme Sans', ['Verdana', 'Acme Sans']],
  ['Georgia, serif', 'Georgia', ['Georgia']],
  ['Tahoma, Verdana', 'Tahoma', ['Tahoma', 'Verdana']],
  ['"sans-serif"', 'sans-serif', ['sans-serif']],
])('%s wants %s', (css, wanted, names) => {
  expect(readStack(css)).toEqual({ css, wanted, names });
});

test.each([
  'sans-serif',
  'inherit',
  'var(--font)',
  '',
  'sans-serif, "Acme Sans"',
  'system-ui, "Acme Sans"',
  '-apple-system, BlinkMacSystemFont, "Segoe UI", Roboto, sans-serif',
  '"Segoe UI", Tahoma, Geneva, Verdana, sans-serif',
  'ui-monospace, SFMono-Regular, Menlo, monospace',
  'Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", monospace',
])('%s leaves the choice to the system', (css) => {
  expect(readStack(css)).toBeUndefined();
});
