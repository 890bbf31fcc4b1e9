import { createCipheriv, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ByteRange, ResultPlace, ResultStore } from '../../../src/jobs/index.ts';

/** That of the database which the results belong to. */
export const identity = '01234567';
/** Bytes that repeat nowhere, so that a piece in the wrong place shows. */
const bytes = createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(3_200_000));

/** So many bytes, up to 3.2 million. */
export function makePdf(length: number): Buffer {
  return Buffer.from(bytes.subarray(0, length));
}

/** Reads a result to its end. */
export async function readResult(store: ResultStore, place: ResultPlace, range?: ByteRange): Promise<Buffer> {
  return buffer((await store.open(place, range)).stream);
}

/** Everything that a store holds. */
export async function listAll(store: ResultStore): Promise<ResultPlace[]> {
  return listBefore(store, 60_000);
}

/** What it holds from before a time, in milliseconds from now. */
export async function listBefore(store: ResultStore, ms: number): Promise<ResultPlace[]> {
  const found: ResultPlace[] = [];
  for await (const place of store.list(new Date(Date.now() + ms))) found.push(place);
  return found;
}

/** How a store of results behaves, wherever it keeps them. `open` gives its own store each time, over the same results. */
export function describeResults(open: () => Promise<ResultStore>): void {
  test('gives back what was put, byte by byte, also from another process', async () => {
    const [one, two] = [await open(), await open()];
    for (const length of [1, 1_000, 3_000_000]) {
      const pdf = makePdf(length);
      const place = await one.put(randomUUID(), pdf);
      expect(place.bytes).toBe(length);
      // As it comes out of the row of its job.
      const kept = JSON.parse(JSON.stringify(place)) as ResultPlace;
      const { size, stream } = await two.open(kept);
      expect(size).toBe(length);
      expect((await buffer(stream)).equals(pdf)).toBe(true);
    }
    await Promise.all([one.close(), two.close()]);
  });

  test('keeps nothing else of a buffer than what it shows', async () => {
    const store = await open();
    const whole = makePdf(1_000);
    const place = await store.put(randomUUID(), whole.subarray(100, 200));
    expect((await readResult(store, place)).equals(whole.subarray(100, 200))).toBe(true);
    await store.close();
  });

  describe('of what was put once', () => {
    const pdf = makePdf(3_000_000);
    let store: ResultStore;
    let place: ResultPlace;
    beforeAll(async () => {
      store = await open();
      place = await store.put(randomUUID(), pdf);
    });
    afterAll(() => store?.close());

    test.each([
      ['the first bytes', 0, 1],
      ['the last byte', 2_999_999, 2_999_999],
      ['all', 0, 2_999_999],
      ['a piece within', 17, 4_711],
      ['a piece over many blocks', 400_000, 2_700_001],
      ['what begins at a block', 1_048_576, 1_048_577],
      ['what ends at a block', 1_048_000, 1_048_575],
    ])('gives a range: %s', async (_what, first, last) => {
      const opened = await store.open(place, { first, last });
      expect(opened.size).toBe(3_000_000);
      expect((await buffer(opened.stream)).equals(pdf.subarray(first, last + 1))).toBe(true);
    });
  });

  test('keeps two attempts at the same job apart', async () => {
    const store = await open();
    const id = randomUUID();
    const [first, second] = [await store.put(id, makePdf(10)), await store.put(id, makePdf(20))];
    expect(first.name).not.toBe(second.name);
    await store.drop(second);
    expect((await readResult(store, first)).length).toBe(10);
    await store.close();
  });

  test('has no longer what was dropped, and drops it twice without a word', async () => {
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(1_100_000));
    await store.drop(place);
    await expect(store.open(place)).rejects.toMatchObject({ code: 'result_gone' });
    await store.drop(place);
    expect((await listAll(store)).map(({ name }) => name)).not.toContain(place.name);
    await store.close();
  });

  test('says of a result that another kind of store has taken that it is gone, and leaves it alone', async () => {
    const store = await open();
    const place = await store.put(randomUUID(), makePdf(10));
    const other = { ...place, store: store.kind === 's3' ? 'folder' : 's3' } as ResultPlace;
    await expect(store.open(other)).rejects.toMatchObject({ code: 'result_gone' });
    await store.drop(other);
    expect((await readResult(store, place)).length).toBe(10);
    await store.close();
  });

  test.each([
    '../../etc/passwd',
    '..',
    '',
    'a.b',
    `${randomUUID()}`,
    `${randomUUID()}.0123456789abcdef/../x`,
    `${randomUUID()}.0123456789abcdef\0`,
  ])('finds nothing under the name %j', async (name) => {
    const store = await open();
    const place = { store: store.kind, name, bytes: 1 };
    await expect(store.open(place)).rejects.toMatchObject({ code: 'result_gone' });
    await expect(store.drop(place)).rejects.toMatchObject({ code: 'result_gone' });
    await store.close();
  });

  test.each(['', '../x', 'x', randomUUID().toUpperCase(), `${randomUUID()}/..`])('takes no id %j', async (id) => {
    const store = await open();
    await expect(store.put(id, makePdf(10))).rejects.toMatchObject({ code: 'internal' });
    await store.close();
  });

  test('lists what was put before a time, and nothing later', async () => {
    const store = await open();
    const places = [await store.put(randomUUID(), makePdf(10)), await store.put(randomUUID(), makePdf(1_100_000))];
    const listed = await listAll(store);
    for (const place of places) expect(listed).toContainEqual(place);
    const early = await listBefore(store, -60_000);
    for (const place of places) expect(early).not.toContainEqual(place);
    await store.close();
  });

  test('stands many at once', async () => {
    const store = await open();
    const pdfs = Array.from({ length: 20 }, (_, at) => makePdf(50_000 + at));
    const places = await Promise.all(pdfs.map((pdf) => store.put(randomUUID(), pdf)));
    const read = await Promise.all(places.map((place) => readResult(store, place)));
    expect(read.map((bytes, at) => bytes.equals(pdfs[at] as Buffer))).toEqual(Array(20).fill(true));
    await store.close();
  });
}
