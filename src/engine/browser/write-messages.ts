import type { Writable } from 'node:stream';

/**
 * Writes messages for the browser, each a JSON text ended by a NUL byte (DevTools protocol over a pipe), one after the
 * other. A message may come in pieces: the next is made when the browser has taken the last, because to make and encode
 * tens of megabytes in one go would leave everything else in this process standing.
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
