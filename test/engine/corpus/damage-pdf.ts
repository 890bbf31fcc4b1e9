import type { NamedPdf } from './hand-made.ts';

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
  'a word in a dictionary': (pdf, choose) => replaceOne(pdf, choose, /<</g, (token) => `${token} stray `),
};

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
