import { ask, buildJob } from '../ask.js';
import { invoice } from '../documents.js';
import { alternate, load, median } from '../measure.js';
import { startPlaten } from '../setting.js';

/** Milliseconds that a render in the background may wait on an idle service. */
const allowedMs = 25;

/** What renders in the background cost beside those whose caller waits: until one begins, and at saturation. */
export async function measureBackground(setting, report, short) {
  const { env, cores } = setting;
  // More is submitted in a second than one key may by default.
  const rates = { PLATEN_RATE: '100000', PLATEN_RATE_BURST: '100000' };
  const service = await startPlaten({ ...setting, env: { ...env, ...rates } }, ['--queue', '256']);
  const [count, rounds] = short ? [60, 1] : [400, 5];
  const print = buildJob(service, [{ html: invoice }]);
  await load(print, 2 * cores, count);

  const waits = [];
  for (let turn = 0; turn < (short ? 20 : 100); turn++) waits.push(await measureWait(service));
  report('a render in the background begins on an idle service, after', median(waits), allowedMs, 'ms', '≤ 1');

  const perSecond = await alternate(
    {
      waited: async () => (await load(print, 2 * cores, count)).perSecond,
      background: () => measureRate(service, count),
    },
    rounds,
    report.leaveOut,
  );
  const label = `${count} renders in the background, beside as many whose callers wait`;
  report(label, median(perSecond.background), median(perSecond.waited), '/s', '≥ 0.95');
}

/** Milliseconds from a request to the start of its render. The service runs on this machine, so that both have one clock. */
async function measureWait(service) {
  const asked = Date.now();
  const { started_at } = await waitFor(service, (await submit(service)).id);
  return Date.parse(started_at) - asked;
}

/** Renders per second, from the first submission to the last end. */
async function measureRate(service, count) {
  const started = Date.now();
  const ids = [];
  let left = count;
  // Few at once: a program that has much to do does not wait for each answer, and yet does not open a connection for each.
  const submitAll = async () => {
    while (left-- > 0) ids.push((await submit(service)).id);
  };
  await Promise.all([submitAll(), submitAll(), submitAll(), submitAll()]);
  let last = 0;
  for (const id of ids) last = Math.max(last, Date.parse((await waitFor(service, id)).ended_at));
  return (count * 1000) / (last - started);
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

async function call({ url, key }, path, content) {
  const body = content && Buffer.from(JSON.stringify(content));
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json', 'content-length': body.length, prefer: 'respond-async' }),
  };
  const { status, bytes } = await ask(new URL(path, url), { method: body ? 'POST' : 'GET', headers }, body);
  if (status >= 300) throw new Error(`${status} ${bytes.toString().slice(0, 300)}`);
  return JSON.parse(bytes);
}
