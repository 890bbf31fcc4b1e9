import { buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { loadFor, median } from '../measure.js';
import { watchCost } from '../process-tree.js';
import { startPeer, startPlaten } from '../setting.js';

const clients = 4;

/**
 * Memory and processor time of a whole service, its browsers included. Each runs alone, because programs that run at the
 * same time share the memory of the same browser.
 */
export async function measureCost(setting, report, short) {
  if (process.platform !== 'linux')
    return report.leaveOut('every service', 'only Linux tells what a process tree uses');
  const names = ['raw', 'puppeteer', ...(short ? [] : ['playwright', 'jsreport'])];
  const starts = {
    platen: () => startPlaten(setting),
    ...Object.fromEntries(names.map((name) => [name, () => startPeer(`${name}-service`, setting)])),
  };
  const costs = Object.fromEntries(Object.keys(starts).map((name) => [name, []]));
  for (let round = 0; round < (short ? 1 : 5); round++) {
    for (const [name, start] of Object.entries(starts)) {
      await measureOne(start, short ? 1000 : 8000).then(
        (cost) => costs[name].push(cost),
        (error) => report.leaveOut(name, error),
      );
    }
  }
  const middle = (name, figure) => median(costs[name].map((cost) => cost[figure]));
  for (const name of names) {
    const memory = [middle('platen', 'memory') / 1e6, middle(name, 'memory') / 1e6];
    report(`peak memory of all processes, ${clients} clients, beside ${name}`, ...memory, 'MB');
  }
  for (const name of names) {
    report(`processor time per document, beside ${name}`, middle('platen', 'cpu'), middle(name, 'cpu'), 'ms');
  }
}

async function measureOne(start, ms) {
  const service = await start();
  try {
    const job = buildJob(service, [{ html: invoice }]);
    await loadFor(job, clients, ms / 2);
    const watch = watchCost(service.child.pid);
    const { latencies } = await loadFor(job, clients, ms);
    const { seconds, memory } = watch.end();
    return { memory, cpu: (seconds * 1000) / latencies.length };
  } finally {
    await service.stop();
  }
}
