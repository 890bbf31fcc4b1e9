import { buildJob } from '../ask.js';
import { book } from '../documents.js';
import { alternate, median, time } from '../measure.js';
import { startServices } from '../setting.js';

const count = 6;

/** What six equal HTML parts cost as one document, compared with six renders of one of them, one after another. */
export async function measureSideBySide(setting, report, short) {
  const { platen } = await startServices(setting, [], report.leaveOut);
  const part = { html: book(20) };
  const one = buildJob(platen, [part]);
  const together = buildJob(platen, Array(count).fill(part));
  const sides = { one: () => time(one), together: () => time(together) };
  const times = await alternate(sides, short ? 10 : 60, report.leaveOut);
  report(
    `warm, ${count} parts of 20 pages, against ${count} renders`,
    median(times.together),
    count * median(times.one),
    'ms',
    '≤ 0.65',
  );
}
