import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { safeJson } from '../../../src/cli/output/safe-text.ts';
import { type RecordingServer, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';

/** All that moves a terminal or turns its text and that JSON leaves as it is. */
const marks = /[\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const name = 'Invoice\u007f\u0085\u009b31m\u061c\u200e\u200f\u202a\u202e\u2066\u2069 \u001b[2J é €';
const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const template = { content: '', id, inserted_at: '', name, preview_context: { [name]: name }, updated_at: '' };

let home: TestHome;
let service: RecordingServer;

beforeEach(async () => {
  home = makeHome();
  service = await startRecordingServer(({ method }, response) => {
    const problem = { type: 'about:blank', title: name, status: 422, detail: name, code: 'invalid_request' };
    const refused = method === 'PATCH';
    response.writeHead(refused ? 422 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refused ? problem : { data: template }));
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

const run = (...words: string[]) =>
  runCli(words, {
    cwd: home.folder,
    env: { ...home.env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'a-key-of-a-test' },
    stdoutTerminal: true,
    stderrTerminal: true,
  });

describe('JSON at a terminal', () => {
  it('escapes the controls in what a service sends, and keeps its value', async () => {
    const { stdout } = await run('templates', 'get', id, '--json');
    expect(stdout).not.toMatch(marks);
    expect(stdout).toContain('é €');
    expect(JSON.parse(stdout).data).toMatchObject({ name, preview_context: { [name]: name } });
  });

  it('escapes them in an error', async () => {
    const { stderr } = await run('templates', 'update', id, '--name', 'x', '--json');
    expect(stderr).not.toMatch(marks);
    expect(JSON.parse(stderr).error.why).toContain(name);
  });

  it('escapes them in the lines of a batch', async () => {
    writeFileSync(
      join(home.folder, 'jobs.ndjson'),
      `${JSON.stringify({ id: name, parts: { html: '<p>' }, output: 'a.pdf' })}\n`,
    );
    const { stdout } = await run('render', 'batch', 'jobs.ndjson', '--json');
    expect(stdout).not.toMatch(marks);
    expect(JSON.parse(stdout)).toMatchObject({ id: name, ok: false });
  });
});

it('leaves other text of JSON as it is', () => {
  const json = JSON.stringify({ text: 'plain \\ "quoted" \u00a0\u2028 日本 😀' });
  expect(safeJson(json)).toBe(json);
});
