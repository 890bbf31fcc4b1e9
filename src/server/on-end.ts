import type { FastifyReply } from 'fastify';

/** Calls back once, when an answer is out or can no longer be given. */
export function onEnd(reply: FastifyReply, callBack: (complete: boolean) => void): void {
  let ended = false;
  const end = (complete: boolean) => {
    if (ended) return;
    ended = true;
    callBack(complete);
  };
  reply.raw.once('finish', () => end(true)).once('close', () => end(reply.raw.writableFinished));
}
