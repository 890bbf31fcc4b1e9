import { buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { alternate, loadFor, median, percentile } from '../measure.js';
import { startServices } from '../setting.js';

const peers = {
  raw: ['the raw reuse floor', '≥ 0.85'],
  puppeteer: ['puppeteer with a context each', '≥ 2'],
  playwright: ['playwright with a context each', '–'],
  jsreport: ['jsreport', '–'],
};

/** Documents per second of warm services, and how evenly they are served, under 1 to 16 clients. */
export async function measureThroughput(setting, report, short) {
  const names = short ? ['raw', 'puppeteer'] : Object.keys(peers);
  const services = await startServices(setting, names, report.leaveOut);
  const jobs = Object.entries(services).map(([name, service]) => [name, buildJob(service, [{ html: invoice }])]);
  const [ms, rounds] = short ? [800, 2] : [2000, 7];
  // The browsers take a while until they are as fast as they get.
  const warming = jobs.map(([name, job]) => [name, () => loadFor(job, setting.cores, short ? 500 : 3000)]);
  await alternate(Object.fromEntries(warming), 0, report.leaveOut);

  for (const clients of short ? [1, 8] : [1, 2, 4, 8, 16]) {
    const sides = jobs.map(([name, job]) => [name, () => loadFor(job, clients, ms)]);
    const loads = await alternate(Object.fromEntries(sides), rounds, report.leaveOut);
    const perSecond = (name) => median((loads[name] ?? []).map((one) => one.perSecond));
    const latency = (name, rank) =>
      percentile(
        (loads[name] ?? []).flatMap((one) => one.latencies),
        rank,
      );
    const label = `${clients} ${clients === 1 ? 'client' : 'clients'}`;
    for (const name of names) {
      const [who, target] = peers[name];
      report(`warm, ${label}, beside ${who}`, perSecond('platen'), perSecond(name), '/s', target);
    }
    const even = clients >= setting.cores ? '< 3' : '–';
    report(`warm, ${label}, p99 beside the median`, latency('platen', 99), latency('platen', 50), 'ms', even);
    report(`warm, ${label}, p99 beside puppeteer's`, latency('platen', 99), latency('puppeteer', 99), 'ms');
  }
}
