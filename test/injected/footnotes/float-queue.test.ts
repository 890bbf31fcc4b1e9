import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { NoteLine } from '../../../src/injected/footnotes/columns.ts';
import { StubNode, stubDocument } from '../stub-nodes.ts';

/** A box of a height with the attribute that says what it is, as far as the queue reads it. */
interface StubBox {
  name: string;
  height: number;
}

let queue: typeof import('../../../src/injected/footnotes/float-queue.ts');

beforeAll(async () => {
  stubDocument();
  queue = await import('../../../src/injected/footnotes/float-queue.ts');
});
afterAll(() => void vi.unstubAllGlobals());

const box = (name: string, height: number, mark: string) =>
  new StubNode({
    name,
    height,
    getAttribute: (attribute: string) => (attribute === 'data-platen-note' ? mark : null),
  }) as unknown as HTMLElement;
const nameOf = (element: HTMLElement) => (element as unknown as StubBox).name;
const names = (elements: readonly HTMLElement[]) => elements.map(nameOf).join(' ');
const roomOf = (floats: readonly HTMLElement[]) =>
  floats.reduce((sum, float) => sum + (float as unknown as StubBox).height, 0);

/** Floats by their anchors, each as its name, its height and its mark. */
const anchored = (floats: [name: string, height: number, mark?: string][]) =>
  new Map(
    floats.map(([name, height, mark = `bottom ${name}`]) => [box(`anchor of ${name}`, 0, ''), box(name, height, mark)]),
  );

/** A queue, and the function that takes the floats of a page on which the anchors of these are. No text is on it. */
function open(...floats: Parameters<typeof anchored>[0]) {
  const floatOf = anchored(floats);
  const anchors = new Map([...floatOf].map(([anchor, float]) => [nameOf(float), anchor]));
  const floatQueue = new queue.FloatQueue({} as never, floatOf, roomOf);
  const take = (here: string, height = 100) => {
    const calls = here.split(' ').map((name) => anchors.get(name) ?? box(name, 0, ''));
    const lines = calls.map((call) => ({ calls: [call], isOutside: true }) as unknown as NoteLine);
    const { top, bottom } = floatQueue.take(0, lines, height);
    return `top: ${names(top)}, bottom: ${names(bottom)}`;
  };
  return { floatQueue, take, list: () => names(floatQueue.list()) };
}

describe('floats', () => {
  test.each([
    [100, 'a b', 'c'],
    [99, 'a', 'b c'],
    [110, 'a b c', ''],
  ])('of a page of %i CSS pixels are too tall if they fill more than most of it', (height, fitting, tooTall) => {
    const all = anchored([
      ['a', 10],
      ['b', 80],
      ['c', 81],
    ]);
    const [kept, left] = queue.splitByRoom(all, roomOf, height);
    expect([names([...kept.values()]), names(left)]).toEqual([fitting, tooTall]);
    expect(names([...kept.keys()])).toBe(
      fitting
        .split(' ')
        .map((name) => `anchor of ${name}`)
        .join(' '),
    );
  });

  test('are on the page of their anchors, in the order of these', () => {
    const { take, list } = open(['a', 10], ['b', 10], ['c', 10]);
    expect([take('b other a'), list()]).toEqual(['top: , bottom: b a', 'c']);
    expect([take('a'), take('c'), list()]).toEqual(['top: , bottom: ', 'top: , bottom: c', '']);
  });

  test.each([
    [80, 'a b', 'c'],
    [79, 'a', 'b c'],
  ])('wait for the next page without room in most of %i CSS pixels', (share, first, second) => {
    const { take, list } = open(['a', 40], ['b', 40], ['c', 1]);
    expect([take('a b c', share / 0.8), list()]).toEqual([`top: , bottom: ${first}`, second]);
    expect([take(''), list()]).toEqual([`top: , bottom: ${second}`, '']);
  });

  test('do not overtake one another', () => {
    const { take } = open(['a', 60], ['b', 60], ['c', 10]);
    expect([take('a b c'), take('')]).toEqual(['top: , bottom: a', 'top: , bottom: b c']);
  });

  test('without a side are at the foot of the page', () => {
    expect(open(['a', 1, '']).take('a')).toBe('top: , bottom: a');
  });

  test('at the head of a page wait while it has no text, and leave their room to no others', () => {
    const { take, list } = open(['a', 50, 'top a'], ['b', 30, 'top b'], ['c', 30], ['d', 60, 'top d']);
    expect([take('a b c d'), list()]).toEqual(['top: , bottom: ', 'a b d c']);
    expect([take('', 200), list()]).toEqual(['top: , bottom: ', 'a b d c']);
    expect([take('', 300), list()]).toEqual(['top: , bottom: c', 'a b d']);
  });

  test('that are deferred come before those that wait', () => {
    const { floatQueue, take } = open(['a', 50], ['b', 50]);
    const lines = take('a b');
    expect(lines).toBe('top: , bottom: a');
    expect(floatQueue.defer([box('x', 30, ''), box('y', 20, '')])).toEqual([]);
    expect([take(''), take('')]).toEqual(['top: , bottom: x y', 'top: , bottom: b']);
  });
});
