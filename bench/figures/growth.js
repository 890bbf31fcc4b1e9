import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { book, table } from '../documents.js';
import { alternate, median, timeCommand } from '../measure.js';

const raw = fileURLToPath(new URL('../peers/raw.js', import.meta.url));

/** How the time of a whole command grows with the document, beside Chromium's own. */
export async function measureGrowth({ at, env, platen, browser }, report, short) {
  const compare = async (html, rounds) => {
    writeFileSync(at('long.html'), html);
    const flags = ['--force', '-q', '--timeout', '2m'];
    const sides = {
      platen: [...platen, 'render', 'pdf', at('long.html'), '-o', at('long.pdf'), ...flags],
      raw: [process.execPath, raw, browser, at('long.html'), at('long-raw.pdf')],
    };
    const run = ([name, command]) => [name, () => timeCommand(command, { env })];
    const times = await alternate(Object.fromEntries(Object.entries(sides).map(run)), rounds, report.leaveOut);
    return [median(times.platen), median(times.raw)];
  };

  const counts = short ? [1, 100] : [1, 10, 100, 1000];
  const times = {};
  for (const pages of counts) {
    times[pages] = await compare(book(pages), short ? 2 : pages > 100 ? 5 : 11);
    report(`cold, ${pages === 1 ? '1 page' : `${pages} pages`}, beside a raw DevTools script`, ...times[pages], 'ms');
  }
  const last = counts.at(-1);
  const [ours, theirs] = [0, 1].map((side) => times[last][side] / times[1][side]);
  report(`growth of the time from 1 to ${last} pages, beside the raw script's`, ours, theirs, 'times', '≤ 1');
  if (short) return;
  report('cold, a table of 4,000 rows, beside a raw DevTools script', ...(await compare(table(4000), 3)), 'ms');
}
