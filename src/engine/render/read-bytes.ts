/** Bytes of a request, which are base64 if the request came as JSON. */
export function readBytes(given: string | Uint8Array): Uint8Array {
  return typeof given === 'string' ? Buffer.from(given, 'base64') : given;
}
