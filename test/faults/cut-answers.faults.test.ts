import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ChaosProxy, type Fault, startChaosProxy } from '../helpers/chaos-proxy.ts';
import { isLong } from '../helpers/is-long.ts';
import { tinyPdf } from '../helpers/recording-server.ts';
import { makeHome, runCli } from '../helpers/run-cli.ts';
import { done, openTestService, type TestService } from '../server/test-service.ts';

const step = isLong ? 1 : 74;
const home = makeHome();
const file = join(home.folder, 'out.pdf');
const old = 'the old file';

let service: TestService;
let proxy: ChaosProxy;
let env: Record<string, string>;
/** Bytes of the whole answer of a render. */
let length: number;

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1e6, burst: 1e6 } } });
  service.engine.answer = async () => ({ ...done, pdf: tinyPdf, pages: 1 });
  const port = await service.listen();
  proxy = await startChaosProxy(port);
  env = { ...home.env, PLATEN_BASE_URL: proxy.url, PLATEN_API_KEY: service.key };
  writeFileSync(join(home.folder, 'page.html'), '<p>page');
  length = await measureAnswer(port);
});
afterAll(async () => {
  await proxy.close();
  home.remove();
});

async function measureAnswer(port: number): Promise<number> {
  const body = JSON.stringify({ parts: { html: 'x' } });
  const headers = { ...service.auth, accept: 'application/pdf', 'content-type': 'application/json' };
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/renderers/pdf`, { method: 'POST', headers, body });
  const head = [...answer.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 19);
  return head + (await answer.arrayBuffer()).byteLength;
}

/** Renders through the proxy over an old file; says how it ended and what the folder holds then. */
async function render(faults: Fault[], ...flags: string[]) {
  writeFileSync(file, old);
  proxy.faults.splice(0, Number.POSITIVE_INFINITY, ...faults);
  const words = ['render', 'pdf', 'page.html', '-o', 'out.pdf', '--force', '--timeout', '20s', ...flags];
  const { code, stderr } = await runCli(words, { cwd: home.folder, env });
  expect(readdirSync(home.folder).sort()).toEqual(['out.pdf', 'page.html']);
  const content = readFileSync(file);
  return { code, stderr, content: content.equals(tinyPdf) ? 'new' : content.toString() };
}

const cuts = () => Array.from({ length: Math.ceil(length / step) }, (_, index) => index * step);

describe('an answer', () => {
  test.each(['close', 'reset', 'half-close'] as const)(
    'that ends early by a %s, wherever that is, leaves the old file and says that the network failed',
    { timeout: 600_000 },
    async (end) => {
      for (const after of cuts()) {
        const { code, stderr, content } = await render([{ after, end }], '--retries', '0');
        expect({ after, code, stderr, content }).toEqual({ after, code: 11, stderr: expect.any(String), content: old });
      }
    },
  );

  test('that falls silent ends with the time that the command has', async () => {
    for (const after of [0, 300, length - 1]) {
      const { code, content } = await render([{ after, end: 'stall' }], '--timeout', '400ms');
      expect({ after, code, content }).toEqual({ after, code: 12, content: old });
    }
  });

  test.each<[string, Fault]>([
    ['comes late', { delayMs: 200 }],
    ['drips', { drip: { bytes: 60, pauseMs: 5 } }],
    ['comes byte by byte', { drip: { bytes: 1, pauseMs: 0 } }],
  ])('that %s is whole', async (_, fault) => {
    expect(await render([fault], '--retries', '0')).toMatchObject({ code: 0, content: 'new' });
  });

  test('whose pieces come twice is right or refused', async () => {
    for (const bytes of [1, 7, 64, 300, 100_000]) {
      const { code, content } = await render([{ twice: true, drip: { bytes, pauseMs: 1 } }], '--retries', '0');
      expect([`new 0`, `${old} 10`, `${old} 11`]).toContain(`${content} ${code}`);
    }
  });

  test('that broke off is asked for again', async () => {
    for (const end of ['close', 'reset', 'half-close'] as const) {
      const before = proxy.taken;
      expect(await render([{ after: length - 40, end }])).toMatchObject({ code: 0, content: 'new' });
      expect(proxy.taken - before).toBe(2);
    }
  });
});

test('a change whose answer breaks off is not sent twice, and is made whole or not at all', async () => {
  const { id } = await service.store.templates.create('a', { name: 'first', content: '', preview_context: {} });
  for (const after of [0, 37, 400]) {
    const before = proxy.taken;
    proxy.faults.splice(0, Number.POSITIVE_INFINITY, { after, end: 'reset' });
    const { code } = await runCli(['templates', 'update', id, '--name', `name ${after}`], { cwd: home.folder, env });
    expect([code, proxy.taken - before]).toEqual([11, 1]);
    expect((await service.store.templates.get('a', id))?.name).toBe(`name ${after}`);
  }
});

test('no connection is left open', async () => {
  await expect.poll(() => proxy.open).toBe(0);
});
