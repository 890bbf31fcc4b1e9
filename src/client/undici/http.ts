// Stands in for `node:http` inside undici, which takes two names from it and would load Node's own undici with them.

/** No body is one of these: a request has text for a body, or none. */
export class IncomingMessage {}

/** Bytes of the headers of an answer. Default: Node's 16 KiB; its flag `--max-http-header-size` holds here too. */
export const maxHeaderSize = readMaxHeaderSize([...process.execArgv, process.env.NODE_OPTIONS].join(' '));

function readMaxHeaderSize(flags: string): number {
  return flags.includes('max-http-header-size') ? process.getBuiltinModule('node:http').maxHeaderSize : 16_384;
}
