import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../helpers/is-long.ts';
import { tinyPdf } from '../helpers/recording-server.ts';
import { makeHome, runCli } from '../helpers/run-cli.ts';
import { done, openTestService, type TestService } from '../server/test-service.ts';
import { buildFaultPoint, raiseUntilClean } from './fault-point.ts';
import { spoilFiles } from './file-faults.ts';

const home = makeHome();
const point = buildFaultPoint();
let service: TestService;
let env: Record<string, string>;

beforeAll(async () => {
  service = await openTestService({ role: 'both', limits: { requestsPerKey: { perSecond: 1e6, burst: 1e6 } } });
  service.engine.answer = async () => ({ ...done, pdf: tinyPdf, pages: 1 });
  env = { ...home.env, PLATEN_BASE_URL: `http://127.0.0.1:${await service.listen()}`, PLATEN_API_KEY: service.key };
  for (const name of ['one', 'two']) {
    await service.store.templates.create('a', { name, content: `<p>${name}`, preview_context: { name } });
  }
});
afterAll(() => {
  home.remove();
});

/** Starts from nothing but these files. */
function lay(files: Record<string, string>): void {
  for (const place of [home.folder, join(home.folder, '..', 'config'), join(home.folder, '..', 'data')])
    rmSync(place, { recursive: true, force: true });
  mkdirSync(home.folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home.folder, name), text);
}

const list = () => readdirSync(home.folder, { recursive: true }).map(String).sort();
const read = (name: string) => readFileSync(join(home.folder, name), 'utf8');

interface Spoiled {
  what: string;
  words: string[];
  files: Record<string, string>;
  /** What holds whatever failed, with the exit code. */
  check: (code: number) => Promise<void> | void;
  step: number;
}

const batch = ['render', 'batch', 'jobs.ndjson', '--no-input'];
const jobs = ['a', 'b']
  .map((name) => JSON.stringify({ output: `${name}.pdf`, parts: { html: `<p>${name}` } }))
  .join('\n');

describe('while each call of a file function fails in turn,', () => {
  test.each<Spoiled>([
    {
      what: 'a render leaves the old file or the new one',
      words: ['render', 'pdf', 'page.html', '-o', 'out.pdf', '--force'],
      files: { 'page.html': '<link rel=stylesheet href=a.css><p>page', 'a.css': 'p { color: red }', 'out.pdf': 'old' },
      check(code) {
        expect(list()).toEqual(['a.css', 'out.pdf', 'page.html']);
        const text = read('out.pdf');
        if (code === 0) expect(text).toBe(tinyPdf.toString());
        else expect(['old', tinyPdf.toString()]).toContain(text);
      },
      step: isLong ? 1 : 9,
    },
    {
      what: 'a setting is as it was or as it was set',
      words: ['config', 'set', 'timeout', '77s'],
      files: {},
      async check(code) {
        const { stdout } = await runCli(['config', 'get', 'timeout'], { cwd: home.folder, env });
        const isSet = stdout === '77s\n';
        if (code === 0) expect(stdout).toBe('77s\n');
        const folder = join(home.folder, '..', 'config', 'platen');
        // A lock that could not be removed goes with its process, which is this one here.
        rmSync(join(folder, 'config.yaml.lock'), { force: true });
        const left = existsSync(folder) ? readdirSync(folder) : [];
        expect(isSet || left.length === 0 ? [] : left).toEqual([]);
        expect(left.length).toBeLessThanOrEqual(1);
      },
      step: isLong ? 1 : 5,
    },
    {
      what: 'a batch writes whole files, and the next one the rest',
      words: batch,
      files: { 'jobs.ndjson': jobs },
      async check(code) {
        const made = list().filter((name) => name.endsWith('.pdf'));
        for (const name of made) expect(read(name)).toBe(tinyPdf.toString());
        if (code === 0) expect(made).toEqual(['a.pdf', 'b.pdf']);
        // A lock that could not be removed goes with its process, which is this one here.
        rmSync(join(home.folder, 'jobs.ndjson.journal.lock'), { force: true });
        const again = await runCli([...batch, '--force'], { cwd: home.folder, env });
        expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
        expect(list()).toEqual(['a.pdf', 'b.pdf', 'jobs.ndjson', 'jobs.ndjson.journal']);
      },
      step: isLong ? 1 : 23,
    },
    {
      what: 'a pull of templates is whole after the next one',
      words: ['templates', 'pull'],
      files: {},
      async check() {
        const again = await runCli(['templates', 'pull', '--force'], { cwd: home.folder, env });
        expect([again.code, again.stderr]).toEqual([0, expect.any(String)]);
        expect([read('templates/one/content.html'), read('templates/two/content.html')]).toEqual(['<p>one', '<p>two']);
      },
      step: isLong ? 1 : 23,
    },
  ])('$what', { timeout: 600_000 }, async ({ words, files, check, step }) => {
    const calls = await raiseUntilClean(
      point,
      async () => {
        lay(files);
        const heal = spoilFiles(join(home.folder, '..'), point);
        return runCli(words, { cwd: home.folder, env }).finally(heal);
      },
      async (n, { code, stderr }) => {
        expect(stderr, `at ${n}`).not.toMatch(/something unexpected|\bbug\b/);
        if (code !== 0) expect(stderr, `at ${n}`).toMatch(/error: |EIO/);
        await check(code);
      },
      step,
    );
    expect(calls).toBeGreaterThan(5);
  });
});
