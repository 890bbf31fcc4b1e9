import { expect, it } from 'vitest';
import { describeFaults } from '../../../../src/engine/render/conformance/describe-faults.ts';

const never = new AbortController().signal;
const describe = (request: object, parts: number[], faults: object[]) =>
  describeFaults(request as never, parts.map((index) => ({ index })) as never, faults as never, never);

it.each([
  ['a part of a list', { parts: [{ url: 'x' }, 'https://example.com'] }, 1, '/parts/1'],
  ['the part', { parts: { markdown: 'x' } }, 0, '/parts'],
  ['the part, an address', { parts: 'https://example.com' }, 0, '/parts'],
])('a fault in %s is named without a line where there is no HTML', async (_what, request, part, pointer) => {
  expect(await describe(request, [0, 1], [{ part, detail: 'words' }])).toEqual([{ pointer, detail: 'words' }]);
});

it('a fault of no part is one of the title', async () => {
  expect(await describe({ parts: [] }, [], [{ detail: 'words' }, { part: 3, detail: 'more' }])).toEqual([
    { pointer: '/metadata/title', detail: 'words' },
    { pointer: '/metadata/title', detail: 'more' },
  ]);
});

it('a part has the place that it has in the request', async () => {
  expect(await describe({ parts: [{}, {}, {}] }, [2, 0], [{ part: 0, detail: 'words' }])).toEqual([
    { pointer: '/parts/2', detail: 'words' },
  ]);
});

it('HTML that is too long is not searched for lines', async () => {
  const request = { parts: [{ html: ' '.repeat(2_000_001) }] };
  expect(await describe(request, [0], [{ part: 0, detail: 'words' }])).toEqual([
    { pointer: '/parts/0', detail: 'words' },
  ]);
});

it.each([100, 101, 103])('100 faults are named, and how many more there are: %i', async (count) => {
  const faults = Array.from({ length: count }, (_, index) => ({ part: 0, detail: `fault ${index}` }));
  const errors = await describe({ parts: [{}] }, [0], faults);
  const more = count === 100 ? [] : [{ pointer: '/parts', detail: `… and ${count - 100} more` }];
  expect(errors.slice(100)).toEqual(more);
  expect(errors.slice(0, 100).map(({ detail }) => detail)).toEqual(faults.slice(0, 100).map(({ detail }) => detail));
});
