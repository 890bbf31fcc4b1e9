import { mkdtempSync, rmSync } from 'node:fs';
import { exchangeRaw } from '../exchange-raw.ts';
import { compareFootprints, takeFootprint } from '../footprint.ts';
import type { Control, Row } from '../row.ts';
import { type Answer, type Service, startService } from '../service-client.ts';

const about: Control = { none: 'it is about load' };

const places = { concurrency: 2, queue: 20 };
/** How much slower a render may be after the load than before it: other things run on the machine too. */
const slower = { times: 3, ms: 200 };

/** The time that a render usually takes: the middle of seven. */
async function measureRender(service: Service): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < 7; round += 1) times.push((await service.render({ parts: { html: '<p>words' } })).ms);
  return times.toSorted((a, b) => a - b)[3] ?? 0;
}

/** 200 renders of one account at once, on a service with places for 22 of which 3 stay free for others. */
async function overload(service: Service, folder: string): Promise<string[]> {
  await measureRender(service);
  // Each slot keeps a page and its proxy for the next render, so all of them are used once before anything is counted.
  const longer = { parts: { html: '<p>words' }, options: { wait_for: { delay_ms: 500 } } };
  await Promise.all(Array.from({ length: places.concurrency }, () => service.render(longer)));
  const usual = await measureRender(service);
  const before = takeFootprint(service.pid, [folder]);
  const body = { parts: { html: '<p>words' }, options: { wait_for: { delay_ms: 2_000 }, timeout_ms: 60_000 } };
  const answers = await Promise.all(Array.from({ length: 200 }, () => service.render(body)));
  const count = (test: (answer: Answer) => boolean) => answers.filter(test).length;
  const served = count(({ status }) => status === 200);
  const refused = count(({ status, code, text }) => status === 503 && code === 'queue_full' && retryAfter.test(text));
  const wrong = served === 19 && refused === 181 ? [] : [`${served} served, ${refused} refused properly, of 200`];
  const after = await measureRender(service);
  if (after > slower.times * usual + slower.ms) {
    wrong.push(`a render takes ${Math.round(after)} ms, before it took ${Math.round(usual)} ms`);
  }
  wrong.push(...(await waitForHealth(service, /"running":0,"waiting":0,"restarts":0/)));
  return [...wrong, ...compareFootprints(before, takeFootprint(service.pid, [folder]))];
}

/** A place is free a moment after its answer went out. */
async function waitForHealth(service: Service, expected: RegExp): Promise<string[]> {
  for (let waited = 0; ; waited += 100) {
    const { text } = await service.send('GET', '/healthz');
    if (expected.test(text)) return [];
    if (waited >= 2_000) return [`health says ${text}`];
    await new Promise((later) => setTimeout(later, 100));
  }
}

const retryAfter = /"retry-after":"[1-9]/;

/** Many at once, and those that leave. */
export const loadRows: readonly Row[] = [
  {
    id: 'X11',
    input: '200 renders at once on a queue of 20',
    control: about,
    run: async () => {
      const dataFolder = mkdtempSync('/mnt/data/store-');
      const egress = { level: 'public' } as const;
      const service = await startService({ egress, dataFolder, cacheFolder: '/mnt/cache/platen', ...places });
      try {
        return await overload(service, dataFolder);
      } finally {
        await service.close();
        rmSync(dataFolder, { recursive: true });
      }
    },
  },
  {
    id: 'X12',
    input: 'clients that leave in mid-render, 100 times',
    control: about,
    run: async (service) => {
      const body = JSON.stringify({ parts: { html: '<p>words' }, options: { wait_for: { delay_ms: 4_000 } } });
      const head = `POST /api/v1/renderers/pdf HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.keys.a}\r\nContent-Type: application/json\r\n`;
      const leave = (afterMs: number) =>
        exchangeRaw(service, `${head}Content-Length: ${body.length}\r\n\r\n${body}`, afterMs);
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 10 }, () => leave(Math.random() * 600)));
      }
      const { status, ms } = await service.render({ parts: { html: '<p>words' } }, 'b');
      const wrong =
        status === 200 && ms < 3_000 ? [] : [`the slots were not freed: ${status} after ${Math.round(ms)} ms`];
      return [...wrong, ...(await waitForHealth(service, /"running":0,"waiting":0/))];
    },
  },
];
