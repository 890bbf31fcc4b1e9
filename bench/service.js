import { invoice } from './documents.js';
import { load } from './measure.js';
import { startPeer, startPlaten } from './setting.js';

/** A warm service under 1 to 16 clients. */
export async function measureService(setting, report, short) {
  const platen = await startPlaten(setting, ['--queue', '256']);
  const puppeteer = await startPeer('puppeteer-service', setting.browser);
  const playwright = await startPeer('playwright-service', setting.browser).catch(() => undefined);
  const body = JSON.stringify({ parts: [{ html: invoice }] });
  const job =
    ({ url, key }) =>
    async () => {
      const answer = await fetch(`${url}/api/v1/renderers/pdf`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
        body,
      });
      const bytes = await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${answer.status} ${Buffer.from(bytes).toString().slice(0, 300)}`);
    };
  const count = short ? 60 : 240;
  await load(job(platen), 2, 20);
  await load(job(puppeteer), 2, 20);
  if (playwright) await load(job(playwright), 2, 20);
  for (const clients of short ? [1, 4, 16] : [1, 2, 4, 8, 16]) {
    const rounds = { ours: [], theirs: [], others: [] };
    for (let round = 0; round < 3; round++) {
      rounds.ours.push(await load(job(platen), clients, count / 3));
      rounds.theirs.push(await load(job(puppeteer), clients, count / 3));
      if (playwright) rounds.others.push(await load(job(playwright), clients, count / 3));
    }
    const middle = (list, figure) => list.map((one) => one[figure]).sort((a, b) => a - b)[1];
    const ours = middle(rounds.ours, 'perSecond');
    const plural = clients === 1 ? 'client' : 'clients';
    report(
      `warm, ${clients} ${plural}, beside puppeteer with a context each`,
      ours,
      middle(rounds.theirs, 'perSecond'),
      '/s',
      '≥ 2',
    );
    if (playwright) report('the same, beside playwright', ours, middle(rounds.others, 'perSecond'), '/s', '≥ 2');
    report(`p99 beside p50, ${clients} ${plural}`, middle(rounds.ours, 'p99'), middle(rounds.ours, 'p50'), 'ms', '≤ 3');
  }
  await Promise.all([platen.stop(), puppeteer.stop(), playwright?.stop()]);
}
