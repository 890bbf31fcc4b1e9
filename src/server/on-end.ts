import type { FastifyReply } from 'fastify';

/** Calls back once: with true when the answer is sent, with false when it can no longer be. */
export function onEnd(reply: FastifyReply, callBack: (complete: boolean) => void): void {
  let ended = false;
  const end = (complete: boolean) => {
    if (ended) return;
    ended = true;
    callBack(complete);
  };
  reply.raw.once('finish', () => end(true)).once('close', () => end(reply.raw.writableFinished));
}
