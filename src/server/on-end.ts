import type { FastifyReply } from 'fastify';

/** Calls back once, when an answer is out or can no longer be given. */
export function onEnd(reply: FastifyReply, callBack: (complete: boolean) => void): void {
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    callBack(reply.raw.writableFinished);
  };
  reply.raw.once('finish', end).once('close', end);
}
