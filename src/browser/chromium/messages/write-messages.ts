import type { Writable } from 'node:stream';

/**
 * Writes messages to the browser one after the other, each a JSON text with a NUL byte at its end (DevTools protocol over a
 * pipe). A message may come in pieces: the next is made when the pipe has taken the last, because making tens of megabytes
 * at once would block the event loop.
 */
export function openMessageWriter(stream: Writable): (message: string | Iterable<string>) => void {
  const waiting: Iterator<string>[] = [];
  let isFull = false;

  function writeOn(): void {
    while (!isFull && waiting[0] !== undefined) {
      const { done, value } = waiting[0].next();
      isFull = !stream.write(done ? '\0' : value);
      if (done) waiting.shift();
    }
  }

  stream.on('drain', () => {
    isFull = false;
    writeOn();
  });
  return (message) => {
    if (typeof message === 'string' && !isFull && waiting.length === 0) {
      isFull = !stream.write(`${message}\0`);
      return;
    }
    waiting.push(typeof message === 'string' ? [message].values() : message[Symbol.iterator]());
    writeOn();
  };
}
