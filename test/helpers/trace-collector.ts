import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector got it. Times are milliseconds since 1970, ids hexadecimal; status 2 is an error. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentId: string;
  name: string;
  startedAt: number;
  endedAt: number;
  facts: Record<string, string | number>;
  status: number;
  /** Of the service: OTEL_SERVICE_NAME and the like. */
  resource: Record<string, string | number>;
}

/** A collector of traces by OTLP over HTTP, in binary protobuf. */
export interface TraceCollector {
  url: string;
  spans: ReceivedSpan[];
  /** Paths and media types of the requests that came. */
  requests: string[];
  close(): Promise<void>;
}

/** Starts one. `answer` may answer otherwise than with 200. */
export async function startTraceCollector(
  answer = (response: ServerResponse) => void response.end(),
): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = [];
  const requests: string[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    requests.push(`${incoming.method} ${incoming.url} ${incoming.headers['content-type']}`);
    spans.push(...readSpans(Buffer.concat(chunks)));
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The fields of a message: bytes, and numbers as bigint (protobuf.dev, "Encoding"). */
type Fields = Map<number, (Buffer | bigint)[]>;

function readFields(message: Buffer): Fields {
  const fields: Fields = new Map();
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = message.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  const bytes = (length: number) => {
    at += length;
    return message.subarray(at - length, at);
  };
  while (at < message.length) {
    const tag = Number(varint());
    const kinds: Record<number, () => Buffer | bigint> = {
      0: varint,
      1: () => bytes(8).readBigUInt64LE(),
      2: () => bytes(Number(varint())),
      5: () => BigInt(bytes(4).readUInt32LE()),
    };
    const value = kinds[tag & 7]?.() ?? fail(tag);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;
}

function fail(tag: number): never {
  throw new Error(`a field of kind ${tag & 7} is not read here`);
}

const listOf = (fields: Fields, field: number) => (fields.get(field) ?? []).map((bytes) => readFields(bytes as Buffer));
const bytesOf = (fields: Fields, field: number) => (fields.get(field)?.[0] as Buffer | undefined) ?? Buffer.alloc(0);
const numberOf = (fields: Fields, field: number) => Number(fields.get(field)?.[0] ?? 0);

/** The numbers are those of opentelemetry/proto/trace/v1/trace.proto. */
function readSpans(request: Buffer): ReceivedSpan[] {
  return listOf(readFields(request), 1).flatMap((ofResource) =>
    listOf(ofResource, 2).flatMap((ofScope) =>
      listOf(ofScope, 2).map((span) => ({
        traceId: bytesOf(span, 1).toString('hex'),
        spanId: bytesOf(span, 2).toString('hex'),
        parentId: bytesOf(span, 4).toString('hex'),
        name: bytesOf(span, 5).toString(),
        startedAt: numberOf(span, 7) / 1e6,
        endedAt: numberOf(span, 8) / 1e6,
        facts: readFacts(listOf(span, 9)),
        status: numberOf(listOf(span, 15)[0] ?? new Map(), 3),
        resource: readFacts(listOf(listOf(ofResource, 1)[0] ?? new Map(), 1)),
      })),
    ),
  );
}

function readFacts(pairs: Fields[]): Record<string, string | number> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = listOf(pair, 2)[0] ?? new Map();
      return [bytesOf(pair, 1).toString(), value.has(1) ? bytesOf(value, 1).toString() : numberOf(value, 3)];
    }),
  );
}
