import { beforeAll, expect } from 'vitest';
import { isLong } from '../../helpers/is-long.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { readPdf } from '../read-pdf.ts';
import { engine, test } from '../shared-engine.ts';
import { type UglyInput, uglyInputs } from './ugly-inputs.ts';

const most = 2000;

const kept = uglyInputs.filter(({ long = false }) => isLong || !long);
const ordinary = { html: 'ordinary 1' };
/** The same words without a browser. */
const printed = { pdf: buildPages(1, { text: 'ordinary' }).toString('base64') };

/** What goes before an input. Behind one with a script it is an ordinary page, which shows that nothing was left behind. */
function findFirst(input: UglyInput): object {
  const { part } = kept[kept.indexOf(input) - 1] ?? {};
  return part === undefined || /<script|\son\w+=/.test(JSON.stringify(part)) ? ordinary : printed;
}

const render = async (input: UglyInput, timeoutMs: number) => {
  const { part, options = {} } = input;
  // A page that hangs is closed behind its answer, and a short deadline counts the time in the queue.
  await expect.poll(() => engine.status().running).toBe(0);
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, timeoutMs + most, new Error('too late')).unref();
  });
  const request = { parts: [findFirst(input), { ...part, options }], options: { timeout_ms: timeoutMs } };
  return Promise.race([engine.render(request as never, { account: 'a' }), late]);
};

/** How often the browser was started again before. */
let restarts: number;
beforeAll(async () => {
  // The start of the browser is no part of a short deadline.
  await engine.start();
  restarts = engine.status().restarts;
});

test.for(kept)('$name: a good PDF, or an error that says where, in time', { timeout: 60_000 }, async (input) => {
  const { words = '', pages, fails, timeoutMs = 30_000 } = input;
  let outcome = await render(input, timeoutMs).catch((error) => error);
  if (fails) {
    const [code, stage] = fails;
    // A busy machine may need more time to get a slot, and to come to the part and its stage.
    if (/^(queue|render)_timeout$/.test(outcome.code) && (outcome.part !== 1 || outcome.stage !== stage))
      outcome = await render(input, 8 * timeoutMs).catch((error) => error);
    expect(outcome).toMatchObject({ code, stage, part: 1, detail: expect.stringMatching(/^[A-Z].*\.$/) });
    return;
  }
  expect(outcome).not.toBeInstanceOf(Error);
  const [first, ...others] = (await readPdf(outcome.pdf)).pages;
  expect(first).toBe('ordinary 1');
  expect(others.length).toBeGreaterThan(0);
  if (pages !== undefined) expect(others).toHaveLength(pages);
  expect(others.join(' ')).toMatch(words);
});

test('the render after all of them is an ordinary one', async () => {
  // A page that cannot be closed in time takes its browser with it; only the largest inputs are such.
  if (!isLong) expect(engine.status().restarts).toBe(restarts);
  const { pdf } = await engine.render({ parts: { html: 'next' } }, { account: 'a' });
  expect((await readPdf(pdf)).pages).toEqual(['next']);
  expect(engine.status()).toMatchObject({ waiting: 0 });
});
