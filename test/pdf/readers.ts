import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { drawFirstPage } from '../engine/draw-page.ts';

/** A page in opaque pixels: red, green and blue, row after row. */
export interface Drawn {
  width: number;
  height: number;
  data: Uint8Array;
}

/** A program that draws PDFs. */
export interface Reader {
  name: string;
  /** Draws the first page at 72 dots per inch. */
  draw(pdf: Uint8Array): Promise<Drawn>;
}

const programs: Record<string, [program: string, args: (file: string) => string[]]> = {
  poppler: ['pdftoppm', (file) => ['-r', '72', '-f', '1', '-l', '1', file]],
  MuPDF: ['mutool', (file) => ['draw', '-q', '-r', '72', '-F', 'pnm', '-c', 'rgb', '-o', '-', file, '1']],
  Ghostscript: [
    'gs',
    (file) => [
      ...['-q', '-dBATCH', '-dNOPAUSE', '-dSAFER', '-dFirstPage=1', '-dLastPage=1', '-sDEVICE=ppmraw', '-r72'],
      ...['-dTextAlphaBits=4', '-dGraphicsAlphaBits=4', '-sOutputFile=%stdout', file],
    ],
  ],
};

/** PDFium and pdf.js, which are dependencies, and those of poppler, MuPDF and Ghostscript that are installed. */
export const readers: readonly Reader[] = [
  { name: 'PDFium', draw: drawWithPdfium },
  { name: 'pdf.js', draw: drawWithPdfJs },
  ...Object.entries(programs)
    .filter(([, [program]]) => isInstalled(program))
    .map(([name, [program, args]]) => ({ name, draw: (pdf: Uint8Array) => drawWithProgram(pdf, program, args) })),
];

/** The readers that are not installed. */
export const missingReaders = Object.keys(programs).filter((name) => !readers.some((reader) => reader.name === name));

function isInstalled(program: string): boolean {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));
}

async function drawWithPdfium(pdf: Uint8Array): Promise<Drawn> {
  return dropOpacity(await drawFirstPage(pdf, 1));
}

async function drawWithPdfJs(pdf: Uint8Array): Promise<Drawn> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  try {
    const page = await (await loading.promise).getPage(1);
    const viewport = page.getViewport({ scale: 1 });
    const canvas = createCanvas(Math.round(viewport.width), Math.round(viewport.height));
    await page.render({ canvas: canvas as never, viewport }).promise;
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    return dropOpacity({ width, height, data });
  } finally {
    await loading.destroy();
  }
}

function dropOpacity({ width, height, data }: { width: number; height: number; data: ArrayLike<number> }): Drawn {
  const opaque = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let band = 0; band < 3; band++) opaque[pixel * 3 + band] = data[pixel * 4 + band] as number;
  return { width, height, data: opaque };
}

async function drawWithProgram(pdf: Uint8Array, program: string, args: (file: string) => string[]): Promise<Drawn> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-readers-'));
  try {
    const file = join(folder, 'page.pdf');
    await writeFile(file, pdf);
    const child = spawn(program, args(file), { stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks: Buffer[] = [];
    for await (const chunk of child.stdout) chunks.push(chunk);
    return readPixmap(Buffer.concat(chunks));
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A picture in the binary form of PPM. */
function readPixmap(bytes: Buffer): Drawn {
  const [whole = '', width, height] = /^P6\s(?:#.*\n)?(\d+)\s(\d+)\s255\s/.exec(bytes.toString('latin1', 0, 200)) ?? [];
  if (whole === '') throw new Error(`not a pixmap: ${bytes.toString('latin1', 0, 200)}`);
  return { width: Number(width), height: Number(height), data: bytes.subarray(whole.length) };
}
