import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { parseAddress } from '../../../src/browser/egress/address.ts';

/** What a name server says of a name: addresses of both families, a name it stands for, no such name, or nothing. */
export type Answer = readonly string[] | { cname: string } | 'missing' | 'refused' | 'silence';

/** A name server on a UDP port that gives the answers of `answer`, with TTL 0. */
export interface StubDns {
  /** "address:port", as resolvers take it. */
  readonly server: string;
  /** Every question so far, as "A name" or "AAAA name". */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const types: Record<number, string> = { 1: 'A', 28: 'AAAA' };

/** Opens a name server; `answer` is asked once per question. */
export async function openStubDns(
  answer: (name: string, type: string) => Answer,
  address = '127.0.0.1',
  port = 0,
): Promise<StubDns> {
  const socket = createSocket(address.includes(':') ? 'udp6' : 'udp4');
  const questions: string[] = [];
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const typeName = types[type] ?? String(type);
    questions.push(`${typeName} ${name}`);
    const reply = buildReply(query, end, type, answer(name, typeName), answer);
    if (reply !== undefined) socket.send(reply, from.port, from.address);
  });
  socket.bind(port, address);
  await once(socket, 'listening');
  return {
    server: `${address}:${socket.address().port}`,
    questions,
    async close() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at]) {
    const length = query[at] ?? 0;
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function buildReply(query: Buffer, end: number, type: number, found: Answer, answer: (n: string, t: string) => Answer) {
  if (found === 'silence') return undefined;
  if (found === 'missing') return buildMessage(query, end, 3, []);
  if (found === 'refused') return buildMessage(query, end, 5, []);
  if ('cname' in found) {
    const alias = buildRecord(Buffer.from([0xc0, 12]), 5, encodeName(found.cname));
    const rest = answer(found.cname, types[type] ?? '');
    return buildMessage(query, end, 0, [alias, ...buildAddresses(encodeName(found.cname), type, rest as string[])]);
  }
  return buildMessage(query, end, 0, buildAddresses(Buffer.from([0xc0, 12]), type, found as readonly string[]));
}

function buildAddresses(name: Buffer, type: number, addresses: readonly string[]): Buffer[] {
  return addresses.flatMap((text) => {
    const address = parseAddress(text);
    const isMapped = text.includes(':') && address?.family === 4;
    if (address === undefined || (text.includes(':') ? 28 : 1) !== type) return [];
    const value = isMapped ? address.value | (0xffffn << 32n) : address.value;
    return [buildRecord(name, type, Buffer.from(value.toString(16).padStart(type === 1 ? 8 : 32, '0'), 'hex'))];
  });
}

function buildMessage(query: Buffer, end: number, code: number, records: readonly Buffer[]): Buffer {
  const head = Buffer.from(query.subarray(0, 12));
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(records.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, query.subarray(12, end), ...records]);
}

function buildRecord(name: Buffer, type: number, data: Buffer): Buffer {
  const middle = Buffer.alloc(10);
  middle.writeUInt16BE(type, 0);
  middle.writeUInt16BE(1, 2);
  middle.writeUInt16BE(data.length, 8);
  return Buffer.concat([name, middle, data]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
