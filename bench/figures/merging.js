import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mergePdfs } from '../../src/pdf/index.ts';
import { parts } from '../documents.js';
import { alternate, isThere, median, time, timeCommand } from '../measure.js';
import { merge } from '../peers/merge.js';

const raw = fileURLToPath(new URL('../peers/raw.js', import.meta.url));

/** Merging alone, of what Chromium wrote. */
export async function measureMerging({ at, browser, env }, report, short) {
  const pdfs = [];
  for (const [index, html] of parts.entries()) {
    const file = at(`part${index}.pdf`);
    writeFileSync(at('part.html'), html);
    await timeCommand([process.execPath, raw, browser, at('part.html'), file], { env });
    pdfs.push(readFileSync(file));
  }
  const ours = () =>
    mergePdfs(
      pdfs.map((pdf) => ({ pdf, foreign: false })),
      { outline: true, producer: 'bench' },
    ).pdf;
  const sides = { platen: () => time(ours), 'pdf-lib': () => time(() => merge(pdfs)) };
  if (await isThere('qpdf')) {
    const files = pdfs.flatMap((_, index) => [at(`part${index}.pdf`), '1-z']);
    const flags = ['--empty', '--object-streams=generate', '--pages', ...files, '--', at('merged.pdf')];
    sides.qpdf = () => timeCommand(['qpdf', ...flags]);
  } else {
    report.leaveOut('qpdf', 'not installed');
  }
  const { platen, qpdf = [], 'pdf-lib': library } = await alternate(sides, short ? 2 : 11, report.leaveOut);
  report('22 parts merged, beside qpdf (without outline and tags)', median(platen), median(qpdf), 'ms', '≤ 3');
  report('22 parts merged, beside pdf-lib (without outline and tags)', median(platen), median(library), 'ms', '< 1');
  if (qpdf.length > 0)
    report('bytes of the 22 parts, beside qpdf', ours().length, statSync(at('merged.pdf')).size, 'B');
}
