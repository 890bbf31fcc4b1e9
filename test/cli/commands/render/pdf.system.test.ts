import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type RecordingServer,
  sendJson,
  sendPdf,
  startRecordingServer,
  tinyPdf,
} from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

let home: TestHome;
let server: RecordingServer;
let answer: Parameters<typeof startRecordingServer>[0];

beforeEach(async () => {
  home = makeHome();
  answer = (_request, response) => sendPdf(response, { 'platen-pages': '1' });
  server = await startRecordingServer((request, response, number) => answer(request, response, number));
});
afterEach(async () => {
  await server.close();
  home.remove();
});

function platen(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test', ...setting.env };
  return runCli(['render', 'pdf', ...words], { cwd: home.folder, ...setting, env });
}
const inHome = (name: string) => join(home.folder, name);
const files = () => readdirSync(home.folder).sort();

describe('the request', () => {
  it('for one web address is that of the published interface', async () => {
    const { code } = await platen(['https://example.com', '-o', 'x.pdf']);
    expect(code).toBe(0);
    expect(server.requests).toHaveLength(1);
    const [{ method, path, headers, body } = {}] = server.requests;
    expect([method, path, body]).toEqual(['POST', '/api/v1/renderers/pdf', '{"parts":"https://example.com"}']);
    expect(headers?.authorization).toBe('Bearer secret-key-of-a-test');
    expect(headers?.['content-type']).toBe('application/json');
  });
});

describe('the PDF', () => {
  it('leaves nothing behind when it is cut off', async () => {
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': String(tinyPdf.length) });
      response.write(tinyPdf.subarray(0, 50), () => response.destroy());
    };
    const { code, stderr } = await platen(['https://example.com', '-o', 'x.pdf', '--retries', '0']);
    expect([code, files()]).toEqual([11, []]);
    expect(stderr).toContain('cut off');
  });

  it('does not replace a file without --force, and the service is not asked', async () => {
    writeFileSync(inHome('x.pdf'), 'mine');
    const refused = await platen(['https://example.com', '-o', 'x.pdf']);
    expect([refused.code, server.requests.length, readFileSync(inHome('x.pdf'), 'utf8')]).toEqual([6, 0, 'mine']);
    expect(refused.stderr).toContain('-o x.pdf -f\n');
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--force'])).code).toBe(0);
    expect(readFileSync(inHome('x.pdf'))).toEqual(tinyPdf);
  });
});

describe('an answer of the service', () => {
  it('that never comes ends with 12', async () => {
    answer = () => {};
    expect((await platen(['https://example.com', '-o', 'x.pdf', '--timeout', '300ms'])).code).toBe(12);
  });

  it('names the fields that are wrong', async () => {
    answer = (_request, response) =>
      sendJson(response, 422, {
        code: 'invalid_request',
        errors: [{ pointer: '/parts/0/htlm', detail: 'is not a known field' }],
        request_id: 'r-1',
      });
    const { stderr } = await platen(['--parts', '[{"htlm":"x"}]', '-o', 'x.pdf']);
    expect(stderr).toContain('/parts/0/htlm is not a known field');
    expect(stderr).toContain('invalid_request (422), request r-1');
  });
});

describe('the key', () => {
  it('is asked for where a remote address has none', async () => {
    const { code, stderr } = await platen(['https://example.com'], { env: { PLATEN_API_KEY: '' } });
    expect(code).toBe(4);
    expect(stderr).toContain('PLATEN_API_KEY');
  });

  it('is never printed, not even with --debug', async () => {
    const { stdout, stderr } = await platen(['https://example.com', '-o', 'x.pdf', '--debug']);
    expect(stdout + stderr).not.toContain('secret-key-of-a-test');
    expect(stderr).toContain(`POST ${server.url}/api/v1/renderers/pdf`);
  });

  it('is masked where the service says it back, and where it was given as an unknown flag', async () => {
    answer = (request, response) => sendJson(response, 422, { message: `no ${request.headers.authorization}` });
    for (const json of [[], ['--json']]) {
      const ended = await platen(['https://example.com', '-o', 'x.pdf', ...json]);
      expect([ended.code, ended.stderr.includes('secret-key-of-a-test')]).toEqual([7, false]);
      const typed = await platen(['https://example.com', '--api-key=secret-key-of-a-test', ...json]);
      expect([typed.code, typed.stderr.includes('secret-key-of-a-test')]).toEqual([2, false]);
    }
  });

  it('is not sent over plain http to another machine', async () => {
    const { code, stderr } = await platen(['https://example.com'], { env: { PLATEN_BASE_URL: 'http://10.255.255.1' } });
    expect(code).toBe(3);
    expect(stderr).toContain('--insecure-http');
  });
});

describe('a second run', () => {
  it.each([
    [["it's.html", '-o', 'my file.pdf'], `platen render pdf 'it'\\''s.html' -o 'my file.pdf' -f`],
    [['-o', 'my file.pdf', '--', "it's.html"], `platen render pdf -o 'my file.pdf' -f -- 'it'\\''s.html'`],
  ])('shows the command that overwrites the file: %j', async (words, again) => {
    writeFileSync(inHome("it's.html"), '<p>x');
    await platen(words);
    const { code, stderr } = await platen(words);
    expect([code, stderr]).toEqual([
      6,
      expect.stringContaining(`\n  fix: choose another file, or overwrite it: ${again}\n`),
    ]);
    const parsed = JSON.parse((await platen(['--json', ...words])).stderr);
    expect(parsed.error.hint).toContain(' -f');
  });
});
