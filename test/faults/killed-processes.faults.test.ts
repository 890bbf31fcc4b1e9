import { readdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { preparePrivateFolders } from '../../src/engine/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { isLong } from '../helpers/is-long.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { findByRole, listZombies } from '../helpers/processes-by-role.ts';
import { tinyPdf } from '../helpers/recording-server.ts';
import { openRandom } from '../helpers/seeded-random.ts';
import { openTestServer, type TestServer } from '../server/start-test-server.ts';

/** How often each is killed. */
const moments = isLong ? 50 : 1;

const renders = '/api/v1/renderers/pdf';
const options = { timeout_ms: 20_000 };
const counted = '<style>@page { @bottom-left { content: counter(pages) } }</style><p>counted';

/** What a render is made of, so that every process has a share in the load. */
async function buildLoad(service: TestServer): Promise<object[]> {
  const template = { name: 'killed', content: '<p>{{ word }}', preview_context: { word: 'filled' } };
  const created = await service.call('/api/v1/templates', { template });
  const { id } = ((await created.json()) as { data: { id: string } }).data;
  const parts = [
    { html: '<p>page' },
    [{ html: counted }, { html: counted }],
    { markdown: '# Words' },
    { template: id },
    { pdf: tinyPdf.toString('base64') },
  ];
  return parts.map((part) => ({ parts: part, options }));
}

/** The profiles that browsers of this process have left. */
function listProfiles(): string[] {
  const { profiles } = preparePrivateFolders(cacheFolder);
  return readdirSync(profiles).filter((name) => name.includes(`.${process.pid}.`));
}

const roles = [
  ['the browser', '--remote-debugging-pipe'],
  ['a zygote', '--type=zygote'],
  ['the network service', 'network.mojom.NetworkService'],
  ['the GPU process', '--type=gpu-process'],
  ['a renderer', '--type=renderer'],
  ['the process of templates', 'liquid-child'],
  ['the process of Markdown', 'markdown-child'],
  ['the process of PDFs', 'merge-worker'],
] as const;

describe.runIf(process.platform === 'linux')('a service whose processes are killed', () => {
  let service: TestServer;
  let load: object[];
  beforeAll(async () => {
    service = await openTestServer();
    load = await buildLoad(service);
    for (const answer of await Promise.all(load.map((request) => service.call(renders, request))))
      expect(answer.status).toBe(200);
  });
  afterAll(() => service.close());

  test.for(roles)(
    'repeats renders or asks to come again, and goes on, whenever it is %s',
    {
      timeout: 600_000,
    },
    async ([, role]) => {
      const recoveries: number[] = [];
      const random = openRandom();
      let killed = 0;
      for (let attempt = 0; killed < moments && attempt < 5 * moments; attempt += 1) {
        const early = findByRole(role);
        const answers = load.map((request) => service.call(renders, request));
        let isOver = false;
        const allAnswers = Promise.all(answers).finally(() => {
          isOver = true;
        });
        const waitMs = random() * 250;
        await sleep(waitMs);
        await waitUntil(`${role} runs, or nothing more of the load does`, () => isOver || findByRole(role).length > 0);
        // What a zygote has just forked is named as it for a moment. Where that is killed, Chromium may collect it late.
        const found = findByRole(role).filter((pid) => role !== '--type=zygote' || early.includes(pid));
        const victim = found[Math.floor(random() * found.length)];
        if (victim !== undefined) {
          process.kill(victim, 'SIGKILL');
          killed += 1;
        }
        const killedAt = performance.now();
        const recovered = service.call(renders, load[0]).then((answer) => {
          recoveries.push(performance.now() - killedAt);
          return answer.status;
        });
        for (const answer of await allAnswers) {
          const body = Buffer.from(await answer.arrayBuffer()).toString('latin1');
          const expected = answer.status === 200 ? /^%PDF-.*%%EOF\s*$/s : /"code":"browser_restarting"/;
          expect(body, `killed after ${waitMs} ms`).toMatch(expected);
          expect([200, 503]).toContain(answer.status);
          expect(answer.headers.has('retry-after')).toBe(answer.status === 503);
        }
        expect([200, 503]).toContain(await recovered);
        expect((await service.call('/healthz')).status).toBe(200);
        expect((await service.call(renders, load[0])).status).toBe(200);
        expect(await (await service.call('/readyz')).json()).toMatchObject({ status: 'ready' });
        await waitUntil('every dead process is collected', () => listZombies().length === 0);
        await waitUntil('only the profile in use is there', () => listProfiles().length <= 1);
      }
      // Behind the load that was there before; a busy machine delays some.
      if (isLong) expect(recoveries.toSorted((a, b) => a - b)[Math.floor(0.9 * recoveries.length)]).toBeLessThan(2000);
      expect(killed).toBe(moments);
    },
  );

  test('leaves none of them behind once it is closed', async () => {
    await service.close();
    expect([...roles.map(([, role]) => findByRole(role)), listProfiles()]).toEqual([...roles.map(() => []), []]);
  });
});
