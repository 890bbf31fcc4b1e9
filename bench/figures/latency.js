import { buildJob } from '../ask.js';
import { invoice, parts, scripted, table, report as twelvePages } from '../documents.js';
import { alternate, median, percentile, time } from '../measure.js';
import { startServices } from '../setting.js';

/** How long one client waits for one document of each kind from a warm service. */
export async function measureLatency(setting, report, short) {
  const services = await startServices(setting, ['puppeteer'], report.leaveOut);
  const documents = [
    ['invoice', [{ html: invoice }], 200],
    ['invoice with a script', [{ html: scripted }], 200],
    ['report of 12 pages with pictures and fonts', [{ html: twelvePages() }], 100],
    ['Markdown README', [{ markdown: setting.readme }], 100],
    ...(short
      ? []
      : [
          ['table of 4,000 rows', [{ html: table(4000) }], 9],
          ['22 parts, 165 pages, as one', parts.map((html) => ({ html })), 15],
        ]),
  ];
  for (const [name, sources, most] of documents) {
    const sides = Object.entries(services).map(([who, service]) => {
      const job = buildJob(service, sources);
      return [who, () => time(job)];
    });
    const rounds = short ? 5 : most;
    const times = await alternate(Object.fromEntries(sides), rounds, report.leaveOut);
    const { platen, puppeteer = [] } = times;
    report(`warm, 1 client, ${name}, beside puppeteer`, median(platen), median(puppeteer), 'ms', '< 1');
    // Of fewer than a hundred, the longest is no percentile.
    const [rank, what] = rounds >= 100 ? [99, 'p99'] : [100, `longest of ${rounds}`];
    report(`the same, ${what}`, percentile(platen, rank), percentile(puppeteer, rank), 'ms');
  }
}
