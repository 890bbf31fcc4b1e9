import { describe, expect, it } from 'vitest';
import {
  receiveCancelled,
  receiveState,
  receiveStates,
  receiveSubmitted,
} from '../../../src/client/background/receive-states.ts';
import type { Answer } from '../../../src/client/send-request.ts';

const url = new URL('https://pdf.example/api/v1/renders');
const { signal } = new AbortController();
const render = { id: 'r1', status: 'done' };

/** An answer with this JSON; it keeps how its body is dropped. */
function answerOf(status: number, body: unknown = '') {
  const dumped: unknown[] = [];
  const stream = {
    async *[Symbol.asyncIterator]() {
      yield Buffer.from(JSON.stringify(body));
    },
    dump: async (options?: object) => void dumped.push(options),
  };
  return { answer: { status, headers: {}, body: stream } as unknown as Answer, dumped };
}

describe('a submitted render', () => {
  it('has its state', async () => {
    expect(await receiveSubmitted(answerOf(202, { data: render }).answer, url, signal)).toEqual(render);
  });

  it.each([200, 201, 204])('is not one that was rendered immediately, with status %i', async (status) => {
    const { answer, dumped } = answerOf(status, { data: render });
    await expect(receiveSubmitted(answer, url, signal)).rejects.toMatchObject({
      ...{ code: 'unexpected_answer', details: { status } },
      message: 'https://pdf.example rendered immediately: it does not support background renders',
    });
    expect(dumped).toEqual([{ limit: 1024 }]);
  });

  it.each([{}, { data: { id: 'r1' } }, { data: { status: 'done' } }])('has an id and a status: %j', async (body) => {
    await expect(receiveState(answerOf(200, body).answer, url, signal)).rejects.toMatchObject({
      message: 'https://pdf.example answered without a render in the field data',
    });
  });
});

describe('a cancelled render', () => {
  it('has its state, or none if it is forgotten', async () => {
    const cancelled = answerOf(200, { data: render });
    expect([await receiveCancelled(cancelled.answer, url, signal), cancelled.dumped]).toEqual([render, []]);
    const forgotten = answerOf(204);
    expect([await receiveCancelled(forgotten.answer, url, signal), forgotten.dumped]).toEqual([undefined, [undefined]]);
  });
});

describe('a page of renders', () => {
  it('has renders', async () => {
    const page = { data: [render], page: { next: 'r1' } };
    expect(await receiveStates(answerOf(200, page).answer, url, signal)).toEqual(page);
  });

  it.each([[[render, { id: 'r2' }]], [[{ status: 'done' }]], [[{ id: 1, status: 'done' }]]])(
    'has nothing else: %j',
    async (data) => {
      await expect(receiveStates(answerOf(200, { data }).answer, url, signal)).rejects.toMatchObject({
        code: 'unexpected_answer',
        message: 'https://pdf.example answered without a list of renders in the field data',
      });
    },
  );
});
