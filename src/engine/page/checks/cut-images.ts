import { fileNameOf } from '../../../browser/index.ts';
import type { Assets } from '../../../contract/index.ts';

/**
 * Those of `urls`, images of a page that was made from memory, whose file ends before its picture does. The browser prints as much as
 * there is, and says nothing. Its answers from a network are never cut so: there the connection tells.
 */
export function listCutImages(urls: readonly string[], origin: string, assets: Assets = {}): string[] {
  return urls.filter((url) => {
    const name = fileNameOf(url, origin);
    const asset = name !== undefined && Object.hasOwn(assets, name) ? assets[name] : undefined;
    if (asset === undefined) return false;
    const { base64 } = asset;
    return endsEarly(
      typeof base64 === 'string'
        ? Buffer.from(base64, 'base64')
        : Buffer.from(base64.buffer, base64.byteOffset, base64.length),
    );
  });
}

/** Whether a PNG, a JPEG or a WebP has lost its end. What comes behind the end, such as a film of a telephone, is no loss. */
export function endsEarly(file: Buffer): boolean {
  // PNG, section 5.6.
  if (file.toString('latin1', 1, 4) === 'PNG') return !file.includes('IEND');
  // RFC 9649, section 2.4.
  if (file.toString('latin1', 0, 4) === 'RIFF') return file.length >= 8 && file.readUInt32LE(4) + 8 > file.length;
  return file[0] === 0xff && file[1] === 0xd8 && !hasEndOfJpeg(file);
}

/** Whether the end marker follows the first scan (ITU-T T.81, section B.1.1): a picture in the headers has its own. */
function hasEndOfJpeg(file: Buffer): boolean {
  let at = 2;
  while (at + 4 <= file.length && file[at] === 0xff && file[at + 1] !== 0xda) at += 2 + file.readUInt16BE(at + 2);
  return file.includes(Buffer.from([0xff, 0xd9]), at);
}
