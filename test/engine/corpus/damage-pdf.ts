import { deflateSync } from 'node:zlib';
import { type NamedPdf, relocate } from './hand-made.ts';

/** A choice between 0 and 1, that of the next call another one. */
export type Choose = () => number;

type Mutate = (pdf: Buffer, choose: Choose) => Buffer;

const pick = (choose: Choose, length: number) => Math.floor(choose() * length);

const mutations: Record<string, Mutate> = {
  'bytes changed'(pdf, choose) {
    const changed = Buffer.from(pdf);
    for (let count = 1 + pick(choose, 8); count > 0; count--) changed[pick(choose, pdf.length)] = pick(choose, 256);
    return changed;
  },
  'a token dropped': (pdf, choose) => replaceOne(pdf, choose, /[/]?[A-Za-z]+|\d+|<<|>>/g, () => ''),
  'a token doubled': (pdf, choose) =>
    replaceOne(pdf, choose, /[/][A-Za-z]+|\d+|<<|>>/g, (token) => `${token} ${token}`),
  'a number changed': (pdf, choose) => replaceOne(pdf, choose, /\b\d+\b/g, () => String(pick(choose, 1000))),
  'a reference crossed': (pdf, choose) => replaceOne(pdf, choose, /\b\d+ 0 R\b/g, () => `${1 + pick(choose, 12)} 0 R`),
  'a stream cut'(pdf, choose) {
    const starts = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].map(({ index }) => index + 8);
    const start = starts[pick(choose, starts.length)] ?? 0;
    const end = Math.max(start, pdf.indexOf('endstream', start));
    const cut = start + pick(choose, end - start);
    return Buffer.concat([pdf.subarray(0, cut), pdf.subarray(end)]);
  },
  'the end cut': (pdf, choose) => pdf.subarray(0, Math.floor(pdf.length * (0.6 + 0.4 * choose()))),
  'the cross-reference moved': (pdf, choose) =>
    replaceOne(pdf, choose, /startxref\s+\d+/g, () => `startxref\n${pick(choose, 2000)}`),
  'other line ends': (pdf) => Buffer.from(pdf.toString('latin1').replace(/endobj\n/g, 'endobj\r\n'), 'latin1'),
  'white space behind the word stream': (pdf) =>
    Buffer.from(pdf.toString('latin1').replace(/>>\nstream\n/g, '>>\nstream \n'), 'latin1'),
  'a wrong length': (pdf, choose) => replaceOne(pdf, choose, /\/Length \d+/g, () => `/Length ${pick(choose, 300)}`),
  'a row of the cross-reference changed': (pdf, choose) =>
    replaceOne(pdf, choose, /\d{10} \d{5} n/g, () => `${String(pick(choose, pdf.length)).padStart(10, '0')} 00000 n`),
  'no end of an object': (pdf, choose) => replaceOne(pdf, choose, /\nendobj/g, () => ''),
  'no end of a stream': (pdf, choose) => replaceOne(pdf, choose, /\nendstream/g, () => ''),
  'a key of the trailer dropped': (pdf, choose) =>
    replaceOne(pdf, choose, /\/(?:Size|Root|Info)\b(?! 0 R>)/g, () => '/Nothing'),
  'a wrong count of pages': (pdf, choose) =>
    replaceOne(pdf, choose, /\/Count -?\d+/g, () => `/Count ${pick(choose, 5) - 1}`),
  'null for a content': (pdf, choose) =>
    replaceOne(pdf, choose, /\/Contents (?:\[.*?\]|\d+ 0 R)/g, () => '/Contents [null]'),
  'another filter': (pdf, choose) =>
    replaceOne(pdf, choose, /\/Length \d+/g, (token) => `/Filter /${filters[pick(choose, filters.length)]} ${token}`),
  'packed data changed': (pdf, choose) =>
    changePacked(pdf, choose, (data) => {
      const at = pick(choose, data.length);
      return Buffer.concat([data.subarray(0, at), Buffer.from([pick(choose, 256)]), data.subarray(at + 1)]);
    }),
  'packed data cut': (pdf, choose) => changePacked(pdf, choose, (data) => data.subarray(0, pick(choose, data.length))),
  'a word in a dictionary': (pdf, choose) => replaceOne(pdf, choose, /<</g, (token) => `${token} stray `),
};

const filters = ['FlateDecode', 'ASCIIHexDecode', 'ASCII85Decode', 'RunLengthDecode', 'LZWDecode', 'Unknown'];

/** Packs a content, and damages what it is packed to. Lengths are right, and so is the cross-reference. */
function changePacked(pdf: Buffer, choose: Choose, change: (data: Buffer) => Buffer): Buffer {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/<<([^<>]*)\/Length (\d+)>>\nstream\n/g)].filter(
    ([, entries]) => !entries?.includes('Filter'),
  );
  const match = streams[pick(choose, streams.length)];
  if (match === undefined) return pdf;
  const [head, entries, length] = match;
  const start = match.index + head.length;
  const data = change(deflateSync(pdf.subarray(start, start + Number(length))));
  const packed = `<<${entries}/Filter /FlateDecode /Length ${data.length}>>\nstream\n${data.toString('latin1')}`;
  return relocate(source.slice(0, match.index) + packed + source.slice(start + Number(length)));
}

function replaceOne(pdf: Buffer, choose: Choose, pattern: RegExp, replace: (token: string) => string): Buffer {
  const source = pdf.toString('latin1');
  const found = [...source.matchAll(pattern)];
  const match = found[pick(choose, found.length)];
  if (match === undefined) return pdf;
  const end = match.index + match[0].length;
  return Buffer.from(source.slice(0, match.index) + replace(match[0]) + source.slice(end), 'latin1');
}

/** A file with one kind of damage, by its index. */
export function damagePdf({ name, pdf }: NamedPdf, index: number, choose: Choose): NamedPdf {
  const names = Object.keys(mutations);
  const kind = names[index % names.length] as string;
  return { name: `${name}, ${kind}`, pdf: (mutations[kind] as Mutate)(pdf, choose) };
}
