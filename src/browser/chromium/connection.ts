import type { Readable, Writable } from 'node:stream';
import type { Protocol } from 'devtools-protocol';
import type { ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';
import { EngineError } from '../../children/index.ts';
import { joinPieces } from './messages/join-pieces.ts';
import { readMessages } from './messages/read-messages.ts';
import { openMessageWriter } from './messages/write-messages.ts';

type Commands = ProtocolMapping.Commands;
type Events = ProtocolMapping.Events;
/** The name of a DevTools event. */
type EventName = keyof Events;

/** The commands whose results hold `data`. */
type DataCommand = {
  [M in keyof Commands]: Commands[M]['returnType'] extends { data: string } ? M : never;
}[keyof Commands];

/** The browser answered a DevTools command with an error. */
export class DevToolsError extends Error {
  override name = 'DevToolsError';
}

/** The browser or the target of this session is gone. */
export class ConnectionClosed extends Error {
  override name = 'ConnectionClosed';
}

/** A DevTools session: with the browser itself, or a flat session with one target. */
export interface Session {
  /** Sends a DevTools command. Throws `DevToolsError` for an error, and `ConnectionClosed` once the target is gone. */
  send<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): Promise<Commands[M]['returnType']>;
  /** Sends a command whose result holds `data` in base64, and returns it decoded. Throws as `send` does. */
  fetchData<M extends DataCommand>(method: M, ...params: Commands[M]['paramsType']): Promise<Buffer>;
  /** Sends a command and ignores its answer. */
  post<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): void;
  /** Sends a command that sets a state, unless the session last set the same state. */
  set<M extends keyof Commands>(method: M, ...params: Commands[M]['paramsType']): void;
  /** Answers a paused request (Fetch.fulfillRequest) with a body in base64. Its pieces are made as they are sent. */
  fulfil(answer: Omit<Protocol.Fetch.FulfillRequestRequest, 'body'>, body: Iterable<string>): void;
  /** Adds a listener for a DevTools event of this session. */
  on<E extends EventName>(event: E, listener: (...params: Events[E]) => void): void;
  /** Removes all listeners. */
  dropListeners(): void;
  /** Settles when the target or the browser is gone. Never rejects. */
  readonly closed: Promise<void>;
  /** Settles with the first error of a listener, or of an event that could not be read. Never rejects. */
  readonly failed: Promise<unknown>;
}

/** A DevTools connection over a pair of pipes. Sessions are flat. */
export interface DevToolsConnection extends Session {
  /** Whether the browser still answers. */
  readonly isOpen: boolean;
  /** Opens the session of an attached target. */
  openSession(id: string): Session;
  /** Rejects all commands without an answer. */
  close(): void;
}

interface Message {
  id?: number;
  method?: EventName;
  params?: unknown;
  result?: unknown;
  error?: { message: string };
  sessionId?: string;
}

interface SentCommand {
  session: string;
  method: string;
  /** Whether the command wants only the decoded `data` of its result. */
  wantsData: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface SendOptions {
  body?: Iterable<string>;
  wantsData?: boolean;
}

interface Listening {
  listeners: Map<string, ((params: unknown) => void)[]>;
  closed: Promise<void>;
  close(): void;
  failed: Promise<unknown>;
  fail(error: unknown): void;
}

/** Characters that are kept of the words of an error. */
const wordsLimit = 1000;

/** How the browser begins an answer or an event, and how it ends those of a session. */
const messageHead = /^\{(?:"id":(\d+)|"method":"([\w.]+)")/;
const messageTail = /"sessionId":"([^"]+)"\}$/;

/** Puts the body into a command whose last parameter is an empty `body`. Base64 needs no escapes. */
function* insertBody(message: object, body: Iterable<string>): Generator<string> {
  const text = JSON.stringify(message);
  const at = text.lastIndexOf('"body":""') + '"body":"'.length;
  yield text.slice(0, at);
  yield* body;
  yield text.slice(at);
}

/** Opens a DevTools connection over two pipes (`--remote-debugging-pipe`: the browser reads descriptor 3 and writes 4). */
export function openConnection(input: Writable, output: Readable): DevToolsConnection {
  let lastId = 0;
  let open = true;
  const waiting = new Map<number, SentCommand>();
  const sessions = new Map<string, Listening>();
  const browser = listen('');
  const write = openMessageWriter(input);

  function listen(id: string): Listening {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    const { promise: failed, resolve: fail } = Promise.withResolvers<unknown>();
    const listening = { listeners: new Map(), closed, close, failed, fail };
    sessions.set(id, listening);
    return listening;
  }

  function send(session: string, method: string, params: unknown, more: SendOptions = {}): Promise<unknown> {
    const { body, wantsData = false } = more;
    if (!open || !sessions.has(session)) return Promise.reject(new ConnectionClosed(`${method}: the target is gone`));
    const id = ++lastId;
    const message = session === '' ? { id, method, params } : { id, method, params, sessionId: session };
    return new Promise((resolve, reject) => {
      waiting.set(id, { session, method, wantsData, resolve, reject });
      write(body === undefined ? JSON.stringify(message) : insertBody(message, body));
    });
  }

  function receive(message: Message, data: Buffer[] | undefined): void {
    if (message.id !== undefined) {
      const sent = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error)
        sent?.reject(new DevToolsError(`${sent.method}: ${message.error.message.slice(0, wordsLimit)}`));
      else if (sent?.wantsData)
        sent.resolve(data ?? [Buffer.from((message.result as { data: string }).data, 'base64')]);
      else sent?.resolve(message.result);
      return;
    }
    const { method = '', params } = message;
    if (method === 'Target.detachedFromTarget') {
      const { sessionId } = params as { sessionId: string };
      // The session with the browser itself, whose id is empty, ends with the connection alone.
      if (sessionId !== '') end(sessionId);
    }
    const listening = sessions.get(message.sessionId ?? '');
    for (const listener of listening?.listeners.get(method) ?? []) {
      // What a page makes of an event must never leave this loop: nothing above it would catch it, and the process would end.
      try {
        listener(params);
      } catch (error) {
        listening?.fail(error);
      }
    }
  }

  /** Fails what a message that cannot be read belongs to: its command, or its session if that listens for the event. */
  function refuse(start: Buffer, end: Buffer, error: unknown): void {
    const [, id, method = ''] = messageHead.exec(start.toString('latin1', 0, 100)) ?? [];
    if (id !== undefined) {
      waiting.get(Number(id))?.reject(error as Error);
      waiting.delete(Number(id));
      return;
    }
    const [, session = ''] = messageTail.exec(end.toString('latin1', Math.max(0, end.length - 100))) ?? [];
    const listening = sessions.get(session);
    if (listening?.listeners.has(method)) listening.fail(error);
  }

  function end(session: string): void {
    sessions.get(session)?.close();
    sessions.delete(session);
    for (const [id, sent] of waiting) {
      if (sent.session !== session) continue;
      waiting.delete(id);
      sent.reject(new ConnectionClosed(`${sent.method}: the target is gone`));
    }
  }

  function close(): void {
    open = false;
    for (const id of [...sessions.keys()]) end(id);
  }

  function sessionOf(id: string, listening: Listening): Session {
    const states = new Map<string, string>();
    const post = (method: string, params: unknown) => void send(id, method, params).catch(() => undefined);
    return {
      send: (method, ...params) => send(id, method, params[0]) as Promise<never>,
      fetchData: async (method, ...params) =>
        joinPieces((await send(id, method, params[0], { wantsData: true })) as Buffer[]),
      post: (method, ...params) => post(method, params[0]),
      set(method, ...params) {
        const state = JSON.stringify(params);
        if (states.get(method) === state) return;
        states.set(method, state);
        post(method, params[0]);
      },
      fulfil: (answer, body) =>
        void send(id, 'Fetch.fulfillRequest', { ...answer, body: '' }, { body }).catch(() => undefined),
      on(event, listener) {
        const list = listening.listeners.get(event) ?? [];
        listening.listeners.set(event, [...list, listener as (params: unknown) => void]);
      },
      dropListeners: () => listening.listeners.clear(),
      closed: listening.closed,
      failed: listening.failed,
    };
  }

  readMessages(output, {
    onMessage(bytes, data) {
      try {
        receive(JSON.parse(bytes.toString('utf8')) as Message, data);
      } catch (error) {
        refuse(bytes, bytes, error);
      }
    },
    onTooLong: (start, end) =>
      refuse(
        start,
        end,
        new EngineError('page_failed', 'The page sent more to the browser than platen reads at a time.'),
      ),
    wantsData: (id) => waiting.get(id)?.wantsData ?? false,
  });
  output.on('close', close);
  // Writing to a browser that has just died must not end this process. The closed output reports the death.
  for (const stream of [input, output]) stream.on('error', close);
  return {
    ...sessionOf('', browser),
    get isOpen() {
      return open;
    },
    openSession: (id) => sessionOf(id, sessions.get(id) ?? listen(id)),
    close,
  };
}
