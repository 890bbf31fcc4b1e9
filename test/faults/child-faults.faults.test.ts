import childProcess, { type ChildProcess } from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/engine/index.ts';
import { openTestEngine } from '../engine/test-engine.ts';
import { isLong } from '../helpers/is-long.ts';
import { tinyPdf } from '../helpers/recording-server.ts';
import { buildFaultPoint, raiseUntilClean } from './fault-point.ts';

const point = buildFaultPoint();
const { spawn } = childProcess;
/** What is started in place of the program. */
let instead = '';
/** Signals to what never started. Node sends them to whatever number its memory held before, be it 0, this very group. */
let strays = 0;

beforeAll(() => {
  // No other browser of this machine steps in.
  for (const name of ['PATH', 'PUPPETEER_CACHE_DIR', 'PLAYWRIGHT_BROWSERS_PATH']) vi.stubEnv(name, '/nowhere');
  // All processes start here, inside Node, so the test hands in nothing.
  const spoiled = (file: string, ...rest: unknown[]) => {
    const child = (spawn as (...args: unknown[]) => ChildProcess)(point.isHit() ? instead : file, ...rest);
    const kill = child.kill.bind(child);
    child.kill = (signal) => {
      if (child.pid !== undefined) return kill(signal);
      strays += 1;
      return false;
    };
    return child;
  };
  childProcess.spawn = spoiled as typeof spawn;
  syncBuiltinESMExports();
});
afterAll(() => {
  vi.unstubAllEnvs();
  childProcess.spawn = spawn;
  syncBuiltinESMExports();
});

const parts: readonly object[] = [
  { html: '<p>page' },
  { markdown: '# Words' },
  { pdf: tinyPdf.toString('base64') },
  { template: '01890000-0000-7000-8000-000000000000' },
];

async function renderEach(engine: Engine): Promise<string[]> {
  const ends: string[] = [];
  for (const part of parts) {
    const request = { parts: part, options: { timeout_ms: 20_000 } } as never;
    const loadTemplate = async () => ({ content: '<p>{{ word }}', name: 'words', preview_context: { word: 'x' } });
    const work = engine.render(request, { account: 'test', loadTemplate } as never);
    ends.push(
      await work.then(
        () => 'ok',
        ({ code = 'no code', message }: { code?: string; message: string }) => `${code} ${message}`,
      ),
    );
  }
  return ends;
}

describe.runIf(process.platform !== 'win32')('an engine whose processes, one after the other,', () => {
  test.each([
    ['cannot be started', '/nowhere/program'],
    ['end as soon as they start', '/bin/false'],
  ])('%s says so or does without, and is whole for the next render', { timeout: 600_000 }, async (_, program) => {
    instead = program;
    let engine: Engine | undefined;
    const seen = new Set<string>();
    const started = await raiseUntilClean(
      point,
      () => {
        engine = openTestEngine({ concurrency: 1 });
        return renderEach(engine);
      },
      async (n, ends) => {
        for (const end of ends) {
          expect(end, `at ${n}`).toMatch(/^(ok|(browser_restarting|browser_missing|internal) .+)$/);
          seen.add(end);
        }
        expect(await renderEach(engine as Engine), `after ${n}`).toEqual(parts.map(() => 'ok'));
        await engine?.close();
      },
      isLong ? 1 : 3,
    );
    expect(started).toBeGreaterThan(parts.length);
    expect(seen.size).toBeGreaterThan(1);
    expect(strays).toBe(0);
  });
});
