import { mkdirSync, writeFileSync } from 'node:fs';
import { bookFiles } from '../documents.js';
import { alternate, median, timeCommand } from '../measure.js';

/** What contents, running heads, page numbers and the pages of references cost a book, as whole commands. */
export async function measureBooks({ at, env, platen }, report, short) {
  const run = (name, hasFeatures) => {
    mkdirSync(at(name));
    for (const [file, text] of Object.entries(bookFiles(hasFeatures))) writeFileSync(at(`${name}/${file}`), text);
    const command = [
      'render',
      'pdf',
      at(`${name}/book.yaml`),
      '-o',
      at(`${name}.pdf`),
      '--force',
      '-q',
      '--timeout',
      '2m',
    ];
    return () => timeCommand([...platen, ...command], { env });
  };
  const sides = { book: run('book', true), plain: run('plain', false) };
  const times = await alternate(sides, short ? 3 : 15, report.leaveOut);
  report(
    'a book of 230 pages, beside the same without its features',
    median(times.book),
    median(times.plain),
    'ms',
    '≤ 2.2',
  );
}
