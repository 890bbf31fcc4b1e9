import { ask, buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { alternate, load, median } from '../measure.js';
import { startPlaten, stopServices } from '../setting.js';

/** Milliseconds that a render in the background may wait on an idle service. */
const allowedMs = 25;
/** Renders that are waited for, of many: more than are under way at once, so that the others have ended before. */
const youngest = 8;

/** What renders in the background cost beside those whose caller waits: until one begins, and at saturation. */
export async function measureBackground(setting, report, short) {
  await measureOn('SQLite', undefined, { setting, report, short });
  const { startPostgres } = await import('../../test/store/postgres-cluster.ts');
  const postgres = await startPostgres({ waitsForDisk: true });
  try {
    await measureOn('Postgres', (await postgres.makeLocation()).databaseUrl, { setting, report, short });
  } finally {
    await stopServices();
    await postgres.stop();
  }
}

async function measureOn(database, databaseUrl, { setting, report, short }) {
  const { env, cores } = setting;
  // More is submitted in a second than one key may by default.
  const rates = { PLATEN_RATE: '100000', PLATEN_RATE_BURST: '100000' };
  const service = await startPlaten({ ...setting, env: { ...env, ...rates } }, ['--queue', '256'], databaseUrl);
  const [count, rounds, fetches] = short ? [60, 2, 1] : [200, 9, 3];
  const print = buildJob(service, [{ html: invoice }]);
  await load(print, 2 * cores, count);

  const waits = [];
  for (let turn = 0; turn < (short ? 20 : 100); turn++) waits.push(await measureWait(service));
  const wait = `a render in the background begins on an idle service on ${database}, after`;
  report(wait, median(waits), allowedMs, 'ms', '≤ 1');

  const label = `${count} renders in the background on ${database}`;
  const measureBeside = async (what, measure, times, target) => {
    const waited = async () => (await load(print, 2 * cores, count)).perSecond;
    const perSecond = await alternate({ waited, background: () => measure(service, count) }, times, report.leaveOut);
    report(`${label}, ${what}`, ...middleRound(perSecond), '/s', target);
  };
  await measureBeside('beside as many whose callers wait', measureRate, rounds, '≥ 0.95');
  await measureBeside('until each PDF was fetched', measureFetched, fetches);
  await service.stop();
}

/** The two rates in the round whose ratio is the middle: the pace of a machine drifts. */
function middleRound({ waited, background }) {
  const rounds = waited.map((rate, round) => [background[round], rate]);
  const sorted = rounds.sort(([one, beside], [other, besideOther]) => one / beside - other / besideOther);
  return sorted[Math.floor(sorted.length / 2)] ?? [undefined, undefined];
}

/** Milliseconds from a request to the start of its render. The service runs on this machine, so that both have one clock. */
async function measureWait(service) {
  const asked = Date.now();
  const { started_at } = await waitFor(service, (await submit(service)).id);
  return Date.parse(started_at) - asked;
}

/**
 * Renders per second, from the first submission to the last recorded end. A PDF is on the disk by then. Only the youngest are waited
 * for; the ends of the others are read from the list. So the service answers about one request for each render, as on the other side.
 */
async function measureRate(service, count) {
  const started = Date.now();
  // Ids sort by creation.
  const ids = (await submitAll(service, count)).sort();
  for (const id of ids.slice(-youngest)) await waitFor(service, id);
  const left = new Set(ids);
  let last = 0;
  for (let after = ''; left.size > 0; ) {
    const { data, page } = await call(service, `/api/v1/renders?limit=100${after && `&after=${after}`}`);
    for (const render of data.filter(({ id }) => left.delete(id))) {
      const { ended_at } = render.status === 'done' ? render : await waitFor(service, render.id);
      last = Math.max(last, Date.parse(ended_at));
    }
    after = page.next;
  }
  return (count * 1000) / (last - started);
}

/** Renders per second, from the first submission to the last byte that a program has fetched. */
async function measureFetched(service, count) {
  const started = Date.now();
  const ids = await submitAll(service, count);
  await inFours(async () => {
    for (let id = ids.shift(); id !== undefined; id = ids.shift()) {
      await waitFor(service, id);
      const { bytes } = await request(service, `/api/v1/renders/${id}/pdf`);
      if (bytes.toString('latin1', 0, 4) !== '%PDF') throw new Error('the answer is no PDF');
    }
  });
  return (count * 1000) / (Date.now() - started);
}

/** The ids of so many renders that are submitted. */
async function submitAll(service, count) {
  const ids = [];
  let left = count;
  await inFours(async () => {
    while (left-- > 0) ids.push((await submit(service)).id);
  });
  return ids;
}

/** Few at once: a program that has much to do does not wait for each answer, and yet does not open a connection for each. */
function inFours(work) {
  return Promise.all([work(), work(), work(), work()]);
}

async function submit(service) {
  const { data } = await call(service, '/api/v1/renderers/pdf', { parts: [{ html: invoice }] });
  return data;
}

/** The render once it is done. */
async function waitFor(service, id) {
  for (;;) {
    const { data } = await call(service, `/api/v1/renders/${id}?wait_seconds=30`);
    if (data.status === 'done') return data;
    if (data.ended_at !== null) throw new Error(`a render is ${data.status}: ${data.error?.detail}`);
  }
}

async function call(service, path, content) {
  return JSON.parse((await request(service, path, content)).bytes);
}

async function request({ url, key }, path, content) {
  const body = content && Buffer.from(JSON.stringify(content));
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', 'content-length': body.length, prefer: 'respond-async' }),
  };
  const { status, bytes } = await ask(new URL(path, url), { method: body ? 'POST' : 'GET', headers }, body);
  if (status >= 300) throw new Error(`${status} ${bytes.toString().slice(0, 300)}`);
  return { bytes };
}
