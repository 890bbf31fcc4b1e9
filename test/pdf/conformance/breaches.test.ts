import { expect, it } from 'vitest';
import { collectArchiveBreaches } from '../../../src/pdf/conformance/archive-clauses.ts';
import { Breaches } from '../../../src/pdf/conformance/breaches.ts';

it('breaches are named with their page and clause, each once, by the page that has it first', () => {
  const breaches = new Breaches('ISO 19005-2');
  expect(breaches.describe()).toBeUndefined();
  breaches.add('a thing', '6.1');
  breaches.turnTo(2);
  breaches.add('a thing', '6.1');
  breaches.add('content that cannot be read');
  breaches.turnTo(3);
  breaches.add('content that cannot be read');
  breaches.turnTo(undefined);
  breaches.add('a\x00\x1f\nname\x7f\x9fof', '6.2');
  expect(breaches.describe()).toBe(
    'a thing (ISO 19005-2, 6.1); page 2: content that cannot be read; a name of (ISO 19005-2, 6.2)',
  );
});

it('beyond three, breaches are counted', () => {
  const breaches = new Breaches('X');
  for (const what of ['a', 'b', 'c', 'd', 'e']) breaches.add(what);
  expect(breaches.describe()).toBe('a; b; c; and 2 more');
});

it('a breach is named with 200 characters', () => {
  const breaches = new Breaches('X');
  breaches.add('n'.repeat(201));
  expect(breaches.describe()).toBe('n'.repeat(200));
});

it.each([
  [2, '6.1.6', '6.1.6'],
  [3, '6.2.8.3', '6.2.8.3'],
  [2, 'part 4: 6.1.9', undefined],
  [4, 'part 4: 6.1.9', '6.1.9'],
  [4, '6.1.6', '6.1.5'],
  [4, '6.1.7.2', '6.1.6.2'],
  [4, '6.1.10', '6.1.9'],
  [4, '6.1.1', '6.1.1'],
  [4, '6.1.13', undefined],
  [4, '6.1.13.1', undefined],
  [4, '6.1.12', '6.1.12'],
  [4, '6.2.6', '6.2.4.6'],
  [4, '6.2.8.3', '6.2.7.3'],
  [4, '6.2.80', '6.2.80'],
  [4, '6.2.11.5', '6.2.10.5'],
  [4, '6.5', '6.6'],
  [4, '6.8', '6.9'],
])('in part %i the clause %s is %s', (part, clause, named) => {
  const breaches = collectArchiveBreaches({ part, level: part === 4 ? undefined : 'B' } as Parameters<
    typeof collectArchiveBreaches
  >[0]);
  breaches.add('it', clause);
  expect(breaches.describe()).toBe(named === undefined ? undefined : `it (ISO 19005-${part}, ${named})`);
});
