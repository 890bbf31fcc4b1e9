import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { EngineError, findChildEntry, killChild } from '../../children/index.ts';

/** Opens listening sockets inside a network namespace for servers of this process. */
interface InsideListener {
  /**
   * Makes a server listen inside, on a free port of 127.0.0.1. Throws `browser_restarting` if the child cannot do it, nor
   * another in its place.
   */
  listen(server: Server): Promise<void>;
  close(): void;
}

interface ListenChild {
  /** Rejects when the child ends first. */
  ask(): Promise<Server>;
  isAlive(): boolean;
  kill(): void;
}

/** `enter` is the command that runs another inside. The child starts with the first server, and again if it has ended. */
export function openInsideListener(enter: readonly string[]): InsideListener {
  let child: ListenChild | undefined;
  const ask = () => {
    if (!child?.isAlive()) child = startListenChild(enter);
    return child.ask();
  };
  return {
    async listen(server) {
      // A child may be killed from outside, and its end is noticed only a moment later.
      const inside = await ask().catch(ask);
      const listening = once(server, 'listening');
      server.listen(inside);
      await listening;
    },
    close: () => child?.kill(),
  };
}

function startListenChild(enter: readonly string[]): ListenChild {
  const { file } = findChildEntry({ name: 'listen-child', from: import.meta.url, packages: [] });
  const [command = '', ...words] = [...enter, process.execPath, file];
  const child = spawn(command, words, {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { PATH: process.env.PATH },
  });
  const waiting: PromiseWithResolvers<Server>[] = [];
  let isAlive = true;
  const end = () => {
    isAlive = false;
    for (const { reject } of waiting.splice(0)) reject(closed());
  };
  child.on('error', end);
  child.on('exit', end);
  // The sockets come in the order of asking.
  child.on('message', (_message, inside) => {
    waiting.shift()?.resolve(inside as Server);
    if (waiting.length === 0) child.channel?.unref();
  });
  child.unref();
  child.channel?.unref();
  return {
    ask() {
      const waiter = Promise.withResolvers<Server>();
      waiting.push(waiter);
      // An idle child does not keep this process running, one that is asked does.
      child.channel?.ref();
      child.send('listen', (error) => error && end());
      return waiter.promise;
    },
    isAlive: () => isAlive,
    kill: () => killChild(child),
  };
}

function closed(): EngineError {
  return new EngineError('browser_restarting', 'The network of the browser takes no proxy. Try again in a moment.');
}
