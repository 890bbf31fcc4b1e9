import type { RouteName } from '../contract/index.ts';

/** One request on its way: as HTTP sends it, and by the names that the contract has for it. */
export interface TransportRequest {
  route: RouteName;
  /** What the path holds for `{id}`. */
  id?: string | undefined;
  /** What else the path holds, by name. */
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, string | undefined>> | undefined;
  /** That of the route, or what a redirect made of it. */
  method: string;
  /** Where the route is, or where a redirect leads. */
  url: URL;
  headers: Readonly<Record<string, string>>;
  /** The value that travels as JSON; a render may hold bytes instead of the base64 of the wire. Undefined for none. */
  body: unknown;
  signal: AbortSignal;
}

/** The head of an answer to any request, and its body on its way. */
export interface TransportAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: AnswerBody;
}

/** The bytes of an answer. A caller that does not read them to the end must drop or destroy them. */
export interface AnswerBody extends AsyncIterable<Buffer> {
  /** Reads on to the end, up to `limit` bytes, and forgets what it reads. */
  dump(options?: { limit: number }): Promise<void>;
  destroy(): unknown;
}

/** How requests reach a service: over HTTP, or by a call inside the process. */
export interface Transport {
  /** Sends one request and follows nothing. Rejects with whatever keeps it from being answered. */
  send(request: TransportRequest): Promise<TransportAnswer>;
  /** Milliseconds, up to now, that count in no deadline: a service in the same process unpacks its browser. Default 0. */
  heldMs?: (() => number) | undefined;
  /** Whether the service is in the same process. Default false. */
  embedded?: boolean;
  /** The proxy it goes through, if any. */
  proxy: string | undefined;
  close(): Promise<void>;
}

/** The first value of a header, which may be in an answer several times. */
export function firstValue(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** A transport that needs no name for what it sends. */
export interface HttpTransport extends Transport {
  send(request: Omit<TransportRequest, 'route' | 'id' | 'query'>): Promise<TransportAnswer>;
}

/** What a request of `ProxyFetch` may have: the part of `fetch` that libraries for other services use. */
export interface ProxyFetchOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: RequestInit['body'] | Uint8Array;
  signal?: AbortSignal | undefined;
}
