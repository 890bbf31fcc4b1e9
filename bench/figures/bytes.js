import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildJob } from '../ask.js';
import { invoice, mixed, table, report as twelvePages } from '../documents.js';
import { timeCommand } from '../measure.js';
import { startServices } from '../setting.js';

const raw = fileURLToPath(new URL('../peers/raw.js', import.meta.url));

/** How large the PDFs are that the service gives, beside what Chromium writes. */
export async function measureBytes(setting, report, short) {
  const { at, env, browser } = setting;
  const { platen } = await startServices(setting, [], report.leaveOut);
  const documents = [
    ['invoice', invoice, '≤ 0.45'],
    ['mixed document', mixed(), '≤ 0.45'],
    // Its pictures and fonts are most of it and cannot be packed any more.
    ['report, pictures and fonts included', twelvePages(), '–'],
    ...(short ? [] : [['table of 4,000 rows', table(4000), '≤ 0.45']]),
  ];
  for (const [name, html, target] of documents) {
    writeFileSync(at('size.html'), html);
    await timeCommand([process.execPath, raw, browser, at('size.html'), at('size.pdf')], { env });
    const { length } = await buildJob(platen, [{ html }])();
    report(`bytes of the ${name}, beside Chromium's`, length, statSync(at('size.pdf')).size, 'B', target);
  }
}
