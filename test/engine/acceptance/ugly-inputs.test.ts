import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../../../src/engine/index.ts';
import { readPdf } from '../read-pdf.ts';
import { openTestEngine } from '../test-engine.ts';
import { type UglyInput, uglyInputs } from './ugly-inputs.ts';

const isLong = process.env.PLATEN_LONG === '1';
const most = 2000;

let engine: Engine;
beforeAll(async () => {
  engine = openTestEngine({ egress: { level: 'public' } });
  await engine.start();
});
afterAll(() => engine.close());

/** An ordinary part goes before each, which shows that the one before left nothing behind. */
const render = async ({ part, options = {} }: UglyInput, timeoutMs: number) => {
  const late = new Promise<never>((_, reject) => {
    setTimeout(reject, timeoutMs + most, new Error('too late')).unref();
  });
  const request = { parts: [{ html: 'ordinary' }, { ...part, options }], options: { timeout_ms: timeoutMs } };
  return Promise.race([engine.render(request as never, { account: 'a' }), late]);
};

const kept = uglyInputs.filter(({ long = false }) => isLong || !long);

test.for(kept)('$name: a good PDF, or an error that says where, in time', { timeout: 60_000 }, async (input) => {
  const { words = '', pages, fails, timeoutMs = 30_000 } = input;
  let outcome = await render(input, timeoutMs).catch((error) => error);
  if (fails) {
    const [code, stage] = fails;
    // A busy machine may need more time to come to the part and its stage.
    if (outcome.code === 'render_timeout' && (outcome.part !== 1 || outcome.stage !== stage))
      outcome = await render(input, 8 * timeoutMs).catch((error) => error);
    expect(outcome).toMatchObject({ code, stage, part: 1, detail: expect.stringMatching(/^[A-Z].*\.$/) });
    return;
  }
  expect(outcome).not.toBeInstanceOf(Error);
  const [first, ...others] = (await readPdf(outcome.pdf)).pages;
  expect(first).toBe('ordinary');
  expect(others.length).toBeGreaterThan(0);
  if (pages !== undefined) expect(others).toHaveLength(pages);
  expect(others.join(' ')).toMatch(words);
});

test('the render after all of them is an ordinary one', async () => {
  const { pdf } = await engine.render({ parts: { html: 'next' } }, { account: 'a' });
  expect((await readPdf(pdf)).pages).toEqual(['next']);
  // A page that cannot be closed in time takes its browser with it; only the largest inputs are such.
  expect(engine.status()).toMatchObject({ waiting: 0, ...(!isLong && { restarts: 0 }) });
});
