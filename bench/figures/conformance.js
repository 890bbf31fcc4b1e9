import { buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { alternate, median, time } from '../measure.js';
import { startServices } from '../setting.js';

const claims = {
  'PDF/A-2b': ['pdf/a-2b'],
  'PDF/UA-1': ['pdf/ua-1'],
  'PDF/A-3b and PDF/UA-1': ['pdf/a-3b', 'pdf/ua-1'],
};

/** What the claim of a standard costs a warm render of the invoice. */
export async function measureConformance(setting, report, short) {
  const { platen } = await startServices(setting, [], report.leaveOut);
  const plain = buildJob(platen, [{ html: invoice }]);
  const jobs = Object.entries(claims).map(([name, conformance]) => [
    name,
    buildJob(platen, [{ html: invoice }], { request: { pdf: { conformance } } }),
  ]);
  const sides = Object.fromEntries([['plain', plain], ...jobs].map(([name, job]) => [name, () => time(job)]));
  const times = await alternate(sides, short ? 30 : 200, report.leaveOut);
  const { length } = await plain();
  for (const [name, job] of jobs) {
    report(`warm, invoice as ${name}, beside no claim`, median(times[name]), median(times.plain), 'ms', '≤ 1.1');
    report('the same, bytes', (await job()).length, length, 'B');
  }
}
