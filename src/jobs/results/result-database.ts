import { Readable } from 'node:stream';
import type { ResultPieceStore } from '../../store/index.ts';
import { goneResult, ResultError } from './result-error.ts';
import { isResultOf, nameResult, requireName } from './result-name.ts';
import type { ResultPlace, ResultStore } from './result-store.ts';

/** Bytes of a piece. A range reads the pieces that hold it; a reader holds one at a time. */
const pieceBytes = 512 * 1024;

/** The most results in one answer of the database. */
const listLimit = 500;

/**
 * Keeps results in the database of the service, each of at most `limitBytes` bytes. Right for many small results: they share the disk,
 * the backup and the connections of everything else.
 */
export function buildResultDatabase(
  openPieces: () => Promise<ResultPieceStore>,
  identity: string,
  limitBytes: number,
): ResultStore {
  async function* read(pieces: ResultPieceStore, name: string, first: number, last: number) {
    for (let at = first; at <= last; ) {
      const piece = await pieces.find(name, at);
      const bytes = piece?.bytes.subarray(at - piece.start, last + 1 - piece.start);
      if (!bytes?.length) throw goneResult('the result was removed from the database while it was read');
      yield bytes;
      at += bytes.length;
    }
  }

  return {
    kind: 'database',

    async put(id, result) {
      const name = nameResult(id, identity);
      if (result.length > limitBytes) {
        throw new ResultError(
          'result_too_large',
          `the result has ${result.length} bytes; the database of this service keeps results of at most ${limitBytes}`,
        );
      }
      const pieces = await openPieces();
      try {
        for (let start = 0; start < result.length; start += pieceBytes) {
          await pieces.add({ name, start, bytes: Buffer.from(result.subarray(start, start + pieceBytes)) });
        }
      } catch (error) {
        // What stays because the database is away is found by the sweep.
        await pieces.remove(name).catch(() => {});
        throw error;
      }
      return { store: 'database', name, bytes: result.length };
    },

    carry(id, result) {
      if (result.length > Math.min(pieceBytes, limitBytes)) return undefined;
      const name = nameResult(id, identity);
      return {
        place: { store: 'database', name, bytes: result.length },
        piece: { name, start: 0, bytes: Buffer.from(result) },
      };
    },

    async open({ store, name, bytes }, range) {
      if (store !== 'database') throw goneResult(`the result was kept in another store (${store})`);
      const pieces = await openPieces();
      const size = await pieces.measure(requireName(name));
      if (size !== bytes) throw goneResult(`the result has ${size ?? 0} bytes in the database instead of ${bytes}`);
      const { first, last } = range ?? { first: 0, last: size - 1 };
      return { size, stream: Readable.from(read(pieces, name, first, last), { objectMode: false }) };
    },

    async drop({ store, name }) {
      if (store !== 'database') return;
      await (await openPieces()).remove(requireName(name));
    },

    async *list(before) {
      const pieces = await openPieces();
      for (let after = ''; ; ) {
        const found = await pieces.list(before, after, listLimit);
        yield* found
          .filter(({ name }) => isResultOf(identity, name))
          .map(({ name, bytes }): ResultPlace => ({ store: 'database', name, bytes }));
        if (found.length < listLimit) return;
        after = found.at(-1)?.name ?? '';
      }
    },

    async close() {},
  };
}
