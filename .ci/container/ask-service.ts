import { setTimeout } from 'node:timers/promises';

/** What a service says of itself. */
export interface Health {
  browser: string;
  sandbox: string;
  own_network: string;
}

/** Waits until the service is ready, at most so many milliseconds. */
export async function waitUntilReady(url: string, limitMs: number): Promise<Health> {
  for (const end = Date.now() + limitMs; ; await setTimeout(500)) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    if (answer?.status === 200) return (await fetch(`${url}/healthz`)).json() as Promise<Health>;
    if (Date.now() > end) throw new Error(`not ready: ${await answer?.text()}`);
  }
}

/** Renders a small page while it waits. */
export async function render(url: string, key: string): Promise<Buffer> {
  return readPdf(await submit(url, key, {}));
}

/** Renders a small page in the background. */
export async function renderInBackground(url: string, key: string): Promise<Buffer> {
  const accepted = await submit(url, key, { prefer: 'respond-async' });
  if (accepted.status !== 202) throw new Error(`the submission is ${accepted.status}: ${await accepted.text()}`);
  const place = url + accepted.headers.get('location');
  const headers = { authorization: `Bearer ${key}` };
  const { data } = (await (await fetch(`${place}?wait_seconds=30`, { headers })).json()) as {
    data: { status: string };
  };
  if (data.status !== 'done') throw new Error(`the render is ${JSON.stringify(data)}`);
  return readPdf(await fetch(`${place}/pdf`, { headers }));
}

/** Loads the page of the dashboard and all files that it names. Gives their names. */
export async function loadDashboard(url: string): Promise<string[]> {
  const page = await load(`${url}/dashboard/`);
  const names = [...page.matchAll(/(?:src|href)="([^"]*assets\/[^"]+)"/g)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error(`the dashboard names no files: ${page.slice(0, 300)}`);
  await Promise.all(names.map((name) => load(new URL(name, `${url}/dashboard/`).href)));
  return names;
}

async function submit(url: string, key: string, more: Record<string, string>): Promise<Response> {
  return fetch(`${url}/api/v1/renderers/pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more },
    // Long enough for a processor that is emulated.
    body: JSON.stringify({ parts: { html: '<h1>In a container</h1>' }, options: { timeout_ms: 300_000 } }),
  });
}

async function readPdf(answer: Response): Promise<Buffer> {
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status === 200 && bytes.subarray(0, 5).toString() === '%PDF-') return bytes;
  throw new Error(`the PDF is ${answer.status}: ${bytes.subarray(0, 300)}`);
}

async function load(address: string): Promise<string> {
  const answer = await fetch(address);
  if (answer.status !== 200) throw new Error(`${address} is ${answer.status}`);
  return answer.text();
}
