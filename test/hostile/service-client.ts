import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, type Dispatcher, request } from 'undici';
import type { EgressPolicy } from '../../src/engine/index.ts';
import { openKeyRing } from '../../src/server/index.ts';
import { pidOf } from '../helpers/pid-of.ts';

/** What came back from the service, whatever it was. */
export interface Answer {
  status: number;
  /** The code of a problem; empty for a PDF. */
  code: string;
  /** The whole body, and the headers, as text. */
  text: string;
  warnings: string[];
  pdf: Buffer | undefined;
  ms: number;
}

/** A running service with keys for two accounts. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Where its store is. */
  readonly dataFolder: string;
  readonly keys: { readonly a: string; readonly b: string };
  /** Everything that it wrote to stdout and stderr. */
  readonly output: () => string;
  /** The lines that it wrote since the last call. */
  readonly takeOutput: () => string[];
  readonly isAlive: () => boolean;
  render(body: unknown, account?: 'a' | 'b'): Promise<Answer>;
  send(method: string, path: string, body?: unknown, account?: 'a' | 'b'): Promise<Answer>;
  /** The longest time that the event loop stood still since the last call, in milliseconds. */
  measureDelay(): Promise<number>;
  close(): Promise<void>;
}

/** How a service under test is set up. */
export interface ServiceSetup {
  egress: EgressPolicy;
  dataFolder: string;
  cacheFolder: string;
  executable?: string;
  /** `none`: not before it is needed. Default `ready`. */
  browser?: 'ready' | 'none';
  /** Renders at once. Default the engine's own. */
  concurrency?: number;
  /** Renders that may wait. Default the engine's own. */
  queue?: number;
}

/** Starts a service in this namespace, with the sandbox required. */
export async function startService({
  egress,
  dataFolder,
  cacheFolder,
  executable,
  browser = 'ready',
  ...places
}: ServiceSetup): Promise<Service> {
  const ring = await openKeyRing({ dataFolder });
  const { key: a } = await ring.create({ account: 'a', name: 'hostile' });
  const { key: b } = await ring.create({ account: 'b', name: 'hostile' });
  await ring.close();
  const options = {
    version: '0.0.0',
    host: '127.0.0.1',
    port: 0,
    store: { dataFolder },
    ...(browser === 'ready' && { browser }),
    engine: { cacheFolder, sandbox: 'required', egress, ...places, ...(executable && { executable }) },
  };
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)), [JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  let taken = 0;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const url = await nextMessage(child, () => output).then((message) => (message as { url: string }).url);
  const send = (method: string, path: string, body: unknown, key: string) => exchange(url + path, method, body, key);
  return {
    url,
    get pid() {
      return pidOf(child);
    },
    dataFolder,
    keys: { a, b },
    output: () => output,
    takeOutput() {
      const fresh = output.slice(taken);
      taken = output.length;
      return fresh.split('\n').filter((line) => line !== '');
    },
    isAlive: () => child.exitCode === null && child.signalCode === null,
    render: (body, account = 'a') => send('POST', '/api/v1/renderers/pdf', body, account === 'a' ? a : b),
    send: (method, path, body, account = 'a') => send(method, path, body, account === 'a' ? a : b),
    async measureDelay() {
      child.send('measure');
      return ((await nextMessage(child, () => output)) as { delayMs: number }).delayMs;
    },
    async close() {
      if (child.exitCode !== null) return;
      child.disconnect();
      await once(child, 'exit');
    },
  };
}

function nextMessage(child: ChildProcess, output: () => string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = () => {
      child.off('message', take);
      reject(new Error(`The service ended: ${output()}`));
    };
    const take = (message: unknown) => {
      child.off('exit', gone);
      resolve(message);
    };
    child.once('exit', gone);
    child.once('message', take);
  });
}

// Without connections kept alive, so that those left open are the service's own.
const dispatcher = new Agent({ pipelining: 0 });

async function exchange(url: string, method: string, body: unknown, key: string): Promise<Answer> {
  const start = performance.now();
  const response = await request(url, {
    dispatcher,
    method: method as Dispatcher.HttpMethod,
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.body.text();
  const read = (parseJson(text) ?? {}) as { code?: string; data?: { pdf?: string; warnings?: { detail: string }[] } };
  const { pdf, warnings = [] } = read.data ?? {};
  const headers = JSON.stringify(response.headers);
  return {
    status: response.statusCode,
    code: read.code ?? '',
    text: `${headers}\n\n${pdf === undefined ? text : text.replace(pdf, '')}`,
    warnings: warnings.map(({ detail }) => detail),
    pdf: pdf === undefined ? undefined : Buffer.from(pdf, 'base64'),
    ms: performance.now() - start,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
