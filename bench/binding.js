import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { PDFDocument } from '@cantoo/pdf-lib';
import { bind } from '../src/engine/bind/bind.ts';
import { book, invoice, table, report as twelvePages } from './documents.js';
import { alternate, isThere, median, timeCommand } from './measure.js';

const raw = fileURLToPath(new URL('peers/raw.js', import.meta.url));

/** Merging and finishing alone, on what Chromium wrote. */
export async function measureBinding({ at, browser, env }, report, short) {
  const print = async (name, html) => {
    writeFileSync(at(`${name}.html`), html);
    await timeCommand([process.execPath, raw, browser, at(`${name}.html`), at(`${name}.pdf`)], { env });
    return readFileSync(at(`${name}.pdf`));
  };
  const options = { outline: true, producer: 'bench' };
  const part = (pdf) => ({ pdf, foreign: false });
  for (const [name, html] of [
    ['invoice', invoice],
    ['report', twelvePages()],
    ...(short ? [] : [['table', table(4000)]]),
  ]) {
    const pdf = await print(name, html);
    report(`bytes of the ${name}, beside Chromium's`, bind([part(pdf)], options).pdf.length, pdf.length, 'B', '≤ 0.45');
  }

  const parts = [];
  for (let index = 0; index < 22; index++) parts.push(await print(`part${index}`, book(index % 2 === 0 ? 7 : 8)));
  const once = (work) => async () => {
    const started = performance.now();
    await work();
    return performance.now() - started;
  };
  const sides = {
    platen: once(() => bind(parts.map(part), options)),
    'pdf-lib': once(async () => {
      const whole = await PDFDocument.create();
      for (const bytes of parts) {
        const source = await PDFDocument.load(bytes);
        for (const page of await whole.copyPages(source, source.getPageIndices())) whole.addPage(page);
      }
      return whole.save();
    }),
  };
  if (await isThere('qpdf')) {
    const files = parts.flatMap((_, index) => [at(`part${index}.pdf`), '1-z']);
    const flags = ['--empty', '--object-streams=generate', '--pages', ...files, '--', at('merged.pdf')];
    sides.qpdf = () => timeCommand(['qpdf', ...flags]);
  }
  const times = await alternate(sides, short ? 3 : 9);
  if (times.qpdf) {
    report(
      '22 parts merged, beside qpdf (which drops outline and tags)',
      median(times.platen),
      median(times.qpdf),
      'ms',
      '≤ 3',
    );
    const ours = bind(parts.map(part), options).pdf.length;
    report('bytes of the 22 parts, beside qpdf', ours, statSync(at('merged.pdf')).size, 'B', '–');
  }
  report('22 parts merged, beside pdf-lib', median(times.platen), median(times['pdf-lib']), 'ms', '< 1');
}
