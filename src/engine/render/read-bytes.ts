/** Bytes of a request, which are base64 if the request came as JSON. */
export function readBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'base64') : content;
}
