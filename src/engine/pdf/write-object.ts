import { type PdfDict, type PdfObject, PdfRef, PdfStream, PdfString } from './objects.ts';

/** The number that stands for a reference, or 0 where it leads to nothing. */
export type NumberOf = (ref: PdfRef) => number;

const writtenNames = new Map<string, string>();
const mostWrittenNames = 10_000;

/** An object in the syntax of ISO 32000-2, 7.3, each character one byte; of a stream, its dictionary. */
export function writeObject(object: PdfObject, numberOf: NumberOf): string {
  if (typeof object === 'string') return writeName(object);
  if (typeof object === 'number') return writeNumber(object);
  if (object instanceof PdfRef) {
    const number = numberOf(object);
    return number === 0 ? 'null' : `${number} 0 R`;
  }
  if (object instanceof Map) return writeDict(object, numberOf);
  if (Array.isArray(object)) return writeArray(object, numberOf);
  if (object instanceof PdfString) return writeString(object.bytes);
  if (object instanceof PdfStream) return writeDict(object.dict, numberOf);
  return String(object);
}

function writeDict(dict: PdfDict, numberOf: NumberOf): string {
  let text = '<<';
  for (const [key, value] of dict) {
    const written = writeObject(value, numberOf);
    // An entry of null is the same as none.
    if (written !== 'null') text += writeName(key) + separate(written);
  }
  return `${text}>>`;
}

function writeArray(array: PdfObject[], numberOf: NumberOf): string {
  let text = '[';
  for (const value of array) {
    const written = writeObject(value, numberOf);
    text += text === '[' ? written : separate(written);
  }
  return `${text}]`;
}

/** White space is needed only before what does not begin with a delimiter. */
function separate(written: string): string {
  const first = written.charCodeAt(0);
  return first === 0x2f || first === 0x28 || first === 0x3c || first === 0x5b ? written : ` ${written}`;
}

function writeNumber(number: number): string {
  if (Number.isInteger(number)) {
    // What readers hold whole numbers in (ISO 32000-1, annex C).
    return String(Math.max(-2_147_483_648, Math.min(2_147_483_647, number)));
  }
  const text = String(number);
  if (!text.includes('e')) return text.startsWith('0.') ? text.slice(1) : text.replace('-0.', '-.');
  return Number.isFinite(number) ? number.toFixed(10).replace(/\.?0+$/, '') : '0';
}

function writeName(name: string): string {
  const known = writtenNames.get(name);
  if (known !== undefined) return known;
  const written = `/${name.replace(/[^\x21-\x7e]|[#()<>[\]{}/%]/g, (character) => {
    return `#${character.charCodeAt(0).toString(16).padStart(2, '0')}`;
  })}`;
  if (writtenNames.size < mostWrittenNames && name.length < 64) writtenNames.set(name, written);
  return written;
}

function writeString(bytes: string): string {
  if (/^[\x20-\x7e]*$/.test(bytes)) return `(${bytes.replace(/[\\()]/g, '\\$&')})`;
  return `<${Buffer.from(bytes, 'latin1').toString('hex')}>`;
}
