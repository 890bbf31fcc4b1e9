/** The text of each character code, in UTF-16 as hexadecimal digits. */
export type UnicodeMap = Map<number, string>;

/**
 * Reads a ToUnicode CMap of codes of one or two bytes (ISO 32000-2, 9.10.3), as Skia writes them. Undefined if it holds
 * anything else. Of several texts for a code the last counts.
 */
export function readToUnicode(cmap: string): UnicodeMap | undefined {
  const map: UnicodeMap = new Map();
  for (const [, kind, body = ''] of cmap.matchAll(/\bbeginbf(char|range)\b(.*?)\bendbf/gs)) {
    const codes = body.match(/<[\da-fA-F]*>|\S/g) ?? [];
    const step = kind === 'char' ? 2 : 3;
    const isSound = (code: string, at: number) => (at % step === step - 1 ? soundText : soundCode).test(code);
    if (!codes.every(isSound)) return undefined;
    const texts = codes.map((code) => code.slice(1, -1).toUpperCase());
    for (let at = 0; at + step <= texts.length; at += step) {
      const first = Number.parseInt(texts[at] as string, 16);
      const last = Number.parseInt(texts[at + step - 2] as string, 16);
      const text = texts[at + step - 1] as string;
      for (let code = first; code <= last; code++) map.set(code, advance(text, code - first));
    }
  }
  return map;
}

const soundCode = /^<([\da-fA-F]{2}){1,2}>$/;
const soundText = /^<([\da-fA-F]{4})+>$/;

/** The text of an entry. */
export function decodeUnicode(digits: string): string {
  return Buffer.from(digits, 'hex').swap16().toString('utf16le');
}

/** A text as an entry has it. */
export function encodeUnicode(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
}

const rowLimit = 100;

/** Writes a ToUnicode CMap for codes of this number of hexadecimal digits; runs of neighbours as ranges. */
export function writeToUnicode(map: UnicodeMap, digits: 2 | 4 = 4): string {
  const code = (number: number) => `<${hex(number).slice(-digits)}>`;
  const chars: string[] = [];
  const ranges: string[] = [];
  const codes = [...map.keys()].sort((a, b) => a - b);
  for (let at = 0; at < codes.length; ) {
    const first = codes[at] as number;
    const text = map.get(first) as string;
    let length = 1;
    // A range may change only the last byte, of the code and of the text.
    while ((first + length) % 256 !== 0 && map.get(first + length) === advance(text, length)) length++;
    const fits = Number.parseInt(text.slice(-2), 16) + length - 1 < 256;
    if (!fits) length = 1;
    if (length === 1) chars.push(`${code(first)} <${text}>`);
    else ranges.push(`${code(first)} ${code(first + length - 1)} <${text}>`);
    at += length;
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
${code(0)} ${code(0xffff)}
endcodespacerange
${writeRows('bfchar', chars)}${writeRows('bfrange', ranges)}endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function writeRows(kind: string, rows: readonly string[]): string {
  let text = '';
  for (let at = 0; at < rows.length; at += rowLimit) {
    const some = rows.slice(at, at + rowLimit);
    text += `${some.length} begin${kind}\n${some.join('\n')}\nend${kind}\n`;
  }
  return text;
}

/** The text with its last character moved on by `by`. */
function advance(text: string, by: number): string {
  return by === 0 ? text : text.slice(0, -4) + hex((Number.parseInt(text.slice(-4), 16) + by) & 0xffff);
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(4, '0');
}

/** Characters that mean something to their font alone, as icons do (Unicode Standard, 23.5). */
const privateUse = /\p{Co}/gu;

/** The characters of private use in a text. */
export function listPrivate(text: string): string[] {
  return text.match(privateUse) ?? [];
}

/** A text without its characters of private use. */
export function dropPrivate(text: string): string {
  return text.replace(privateUse, '');
}
