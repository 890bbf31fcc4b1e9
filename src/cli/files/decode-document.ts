import { CommandError } from '../output/command-error.ts';

/** A decoded text, with a warning where its bytes are doubtful. */
interface DecodedDocument {
  text: string;
  warning?: string;
}

/**
 * Decodes a document. A byte order mark decides first (Encoding standard, section 6 "BOM sniff"), then what the document
 * claims or its kind says (Markdown is UTF-8), then UTF-8. Bytes that do not fit the encoding give a warning with the offset of the first.
 *
 * `claimed` is a label of the Encoding standard; an unknown label counts as none.
 */
export function decodeDocument(bytes: Buffer, claimed?: string): DecodedDocument {
  const encoding = markOf(bytes) ?? readLabel(claimed);
  if (encoding && encoding !== 'utf-8') return { text: new TextDecoder(encoding).decode(bytes) };
  const text = new TextDecoder().decode(bytes);
  const offset = firstInvalid(bytes, text);
  if (offset === undefined) return { text };
  const line = bytes.subarray(0, offset).toString('latin1').split('\n').length;
  const place = `byte ${offset} (line ${line}) is not UTF-8`;
  if (encoding) return { text, warning: `${place}, as which it is read: it is shown as \uFFFD` };
  return {
    text: new TextDecoder('windows-1252').decode(bytes),
    warning: `${place}; read as windows-1252, as a browser would`,
  };
}

/** Decodes a style sheet, by the encoding that it names at its start (CSS Syntax 3, section 3.2). */
export function decodeStyleSheet(bytes: Buffer): string {
  const charset = /^@charset "([^"]{1,100})";/.exec(bytes.subarray(0, 120).toString('latin1'))?.[1];
  return decodeDocument(bytes, charset ?? 'utf-8').text;
}

/** Decodes text that has to be UTF-8, such as JSON (RFC 8259, section 8.1), and drops its byte order mark. */
export function decodeUtf8(bytes: Buffer, name: string): string {
  const text = new TextDecoder().decode(bytes);
  const offset = firstInvalid(bytes, text);
  if (offset === undefined) return text;
  throw new CommandError('input_invalid', `${name} is not valid UTF-8 at byte ${offset}`, { fix: 'save it as UTF-8' });
}

/**
 * The encoding that an HTML document claims in its first 1024 bytes (HTML, section 13.2.3.2 "prescan a byte stream to
 * determine its encoding"), read with a parser instead of byte by byte.
 */
export async function findClaimedEncoding(bytes: Buffer): Promise<string | undefined> {
  const start = bytes.subarray(0, 1024).toString('latin1');
  const declared = /^<\?xml\s[^>]*?encoding\s*=\s*["']([^"']+)["']/.exec(start)?.[1];
  const [, , quoted, bare] = plainHead.exec(start) ?? [];
  const found = quoted ?? bare ?? (/<meta/i.test(start) ? await findCharset(start) : undefined);
  // A tag that was read byte by byte cannot be in UTF-16, whatever it says (same section).
  const encoding = readLabel(found ?? declared);
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

/** The start of most documents, with nothing before the claim that could hide it. It spares them loading a parser. */
const plainHead =
  /^\s*<!doctype html>\s*(?:<html(?:\s+[a-z-]+="[^"<>&]*")*\s*>)?\s*(?:<head>)?\s*<meta charset=(?:(["'])([\w-]+)\1\s*\/?|([\w-]+)\s*)>/i;

async function findCharset(start: string): Promise<string | undefined> {
  const { parse, defaultTreeAdapter } = await import('parse5');
  let found: string | undefined;
  parse(start, {
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(name, space, attributes) {
        if (name === 'meta') found ??= charsetOf(new Map(attributes.map(({ name: key, value }) => [key, value])));
        return defaultTreeAdapter.createElement(name, space, attributes);
      },
    },
  });
  return found;
}

function charsetOf(attributes: ReadonlyMap<string, string>): string | undefined {
  const charset = attributes.get('charset');
  if (charset !== undefined) return charset;
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return undefined;
  return /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get('content') ?? '')?.[1];
}

function readLabel(label: string | undefined): string | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label.trim()).encoding;
  } catch {
    return undefined;
  }
}

function markOf(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** The offset of the first invalid byte: encoding the text again gives the same bytes up to there. */
function firstInvalid(bytes: Buffer, text: string): number | undefined {
  if (!text.includes('\uFFFD')) return undefined;
  const again = Buffer.from(text);
  const start = markOf(bytes) === 'utf-8' ? 3 : 0;
  let at = start;
  while (at < bytes.length && bytes[at] === again[at - start]) at++;
  if (at === bytes.length && again.length === bytes.length - start) return undefined;
  // An invalid sequence may begin as the replacement character does.
  while (((again[at - start] ?? 0) & 0xc0) === 0x80) at--;
  return at;
}
