// Draws PDFs in every reader that is installed, and compares each with the median of all: a page of effects, a filled form, and with --examples the
// first pages of the examples. Needs the built program.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { effectsPage, placedEffects } from '../../test/engine/acceptance/effects.ts';
import { type Cell, differ, findMedian } from '../../test/pdf/compare-drawn.ts';
import { type Drawn, missingReaders, readers } from '../../test/pdf/readers.ts';

process.chdir(join(import.meta.dirname, '../..'));
const folder = mkdtempSync(join(tmpdir(), 'platen-readers-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

/** Differences that are no fault: readers round edges in their own ways. */
const tolerance = 24;

/** Sides of the cells of an example, in points. */
const side = 60;

function render(source: string, ...flags: string[]): Buffer {
  const file = join(folder, 'drawn.pdf');
  execFileSync(process.execPath, [
    'bin/platen.js',
    'render',
    'pdf',
    source,
    ...flags,
    '-o',
    file,
    '--quiet',
    '--force',
  ]);
  return readFileSync(file);
}

/** The faults of a PDF: each reader and cell with a larger difference than the tolerance. */
async function check(name: string, pdf: Buffer, divide: (page: Drawn) => Cell[]): Promise<string[]> {
  const pictures: [reader: string, Drawn][] = [];
  for (const reader of readers) pictures.push([reader.name, await reader.draw(pdf)]);
  const median = findMedian(pictures.map(([, picture]) => picture));
  const cells = divide(median);
  return pictures.flatMap(([reader, picture]) => {
    const differences = cells.map((cell): [string, number] => [cell.name, differ(picture, median, cell)]);
    const most = Math.max(...differences.map(([, difference]) => difference));
    console.log(`${name} in ${reader}: at most ${most.toFixed(1)} of ${tolerance}`);
    const faults = differences.filter(([, difference]) => difference > tolerance);
    return faults.map(([cell, difference]) => `${name} in ${reader}: ${cell} differs by ${difference.toFixed(1)}`);
  });
}

function divideEvenly({ width, height }: Drawn): Cell[] {
  const [columns, rows] = [Math.floor(width / side), Math.floor(height / side)];
  return Array.from({ length: columns * rows }, (_, index) => {
    const [left, top] = [(index % columns) * side, Math.floor(index / columns) * side];
    return { name: `the area at ${left}, ${top}`, left, top, width: side, height: side };
  });
}

for (const name of missingReaders) console.log(`skipped, because it is not installed: ${name}`);
const page = join(folder, 'effects.html');
writeFileSync(page, effectsPage);
const faults = await check('effects', render(page), () => placedEffects);
const form = join(folder, 'form.pdf');
writeFileSync(form, render('examples/application.html', '--forms'));
const values = [
  'person.given=Zoë',
  'person.family=Łódź',
  'membership=patron',
  'contact=phone',
  'agreed=yes',
  'notes=One.',
];
const filled = values.flatMap((value) => ['--field', value]);
faults.push(...(await check('a filled form', render(form, ...filled), divideEvenly)));
faults.push(...(await check('a flattened form', render(form, ...filled, '--flatten'), divideEvenly)));
const examples = process.argv.includes('--examples')
  ? readdirSync('examples').filter((file) => file.endsWith('.html'))
  : [];
for (const example of examples) {
  faults.push(...(await check(example, render(join('examples', example)), divideEvenly)));
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length > 0 ? 1 : 0;
