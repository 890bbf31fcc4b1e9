import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { type CliResult, type CliSetting, makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const stored = {
  content: '<p>Hi</p>',
  id,
  inserted_at: '2026-01-01T00:00:00Z',
  name: 'Invoice \u001b[31m',
  preview_context: { customer: 'Ada' },
  updated_at: '2026-01-02T00:00:00Z',
  version_of_another_service: 7,
};

let home: TestHome;
let server: RecordingServer;
let answer: Parameters<typeof startRecordingServer>[0];

beforeEach(async () => {
  home = makeHome();
  answer = (_request, response) => sendJson(response, 200, { data: stored }, { etag: '"v2"' });
  server = await startRecordingServer((request, response, number) => answer(request, response, number));
});
afterEach(async () => {
  await server.close();
  home.remove();
});

function update(words: string[], setting: CliSetting = {}): Promise<CliResult> {
  const env = { ...home.env, PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'secret-key-of-a-test', ...setting.env };
  return runCli(['templates', 'update', ...words], { cwd: home.folder, ...setting, env });
}
const sent = () => JSON.parse(server.requests[0]?.body ?? 'null');

describe('the request', () => {
  it('is that of the published interface', async () => {
    expect((await update([id, '--name', 'x'])).code).toBe(0);
    const [{ method, path, headers, body } = {}] = server.requests;
    expect([method, path, body]).toEqual(['PATCH', `/api/v1/templates/${id}`, '{"template":{"name":"x"}}']);
    expect(headers?.authorization).toBe('Bearer secret-key-of-a-test');
    expect(headers?.['content-type']).toBe('application/json');
  });

  it('has only what is given', async () => {
    writeFileSync(join(home.folder, 'c.html'), '<p>é</p>\r\n');
    await update([id, '--content', 'c.html', '--preview-context', '{"a":{"b":[1,2]}}']);
    expect(sent()).toEqual({ template: { content: '<p>é</p>\r\n', preview_context: { a: { b: [1, 2] } } } });
  });

  it.each([
    ['wrapped', '{"template":{"name":"x"}}'],
    ['bare', '{"name":"x"}'],
    ['after a byte order mark', '\ufeff{"name":"x"}'],
  ])('takes a template from stdin, %s', async (_how, stdin) => {
    const { code } = await update([id, '--input', '-'], { stdin });
    expect([code, sent()]).toEqual([0, { template: { name: 'x' } }]);
  });

  it('keeps an empty text: it means something', async () => {
    await update([id, '--input', '-'], { stdin: '{"template":{"content":"","preview_context":{}}}' });
    expect(sent()).toEqual({ template: { content: '', preview_context: {} } });
  });

  it('carries the precondition', async () => {
    await update([id, '--name', 'x', '--if-match', '"v1"']);
    expect(server.requests[0]?.headers['if-match']).toBe('"v1"');
  });
});

describe('the template', () => {
  it('is printed as JSON in a pipe and with --json, with what another service adds', async () => {
    for (const words of [
      [id, '--name', 'x'],
      [id, '--name', 'x', '--json'],
    ]) {
      const { stdout } = await update(words, { stdoutTerminal: words.length === 4 });
      expect(JSON.parse(stdout).data).toEqual(stored);
    }
  });

  it('is a short summary at a terminal, which it cannot harm', async () => {
    const { stdout, stderr } = await update([id, '--name', 'x'], { stdoutTerminal: true, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('Invoice \\u001b[31m');
    expect(stdout).toContain('customer');
    expect(stderr).toContain('Updated');
    expect(stdout + stderr).not.toContain('\u001b');
  });
});

describe('a mistake', () => {
  it.each<[string, string[], string | undefined, string]>([
    ['an id that is none', ['../../etc/passwd', '--name', 'x'], undefined, 'does not name a template'],
    ['nothing to change', [id], undefined, '--name'],
    ['an empty object', [id, '--input', '-'], '{}', 'nothing to change'],
    ['a field given twice', [id, '--name', 'x', '--input', '-'], '{"name":"y"}', '--name and --input'],
    ['two readers of stdin', [id, '--content', '-', '--input', '-'], '{}', 'stdin'],
    ['a missing file', [id, '--content', 'missing.html'], undefined, 'missing.html'],
    ['JSON that is none', [id, '--input', '-'], '{"name": "x",\n}', 'line 2, column 1'],
    [
      'an integer that would be rounded',
      [id, '--preview-context', '-'],
      '{"lines":\n[{"id": 12345678901234567890}]}',
      'error: --preview-context: stdin: /lines/0/id is a whole number beyond 9007199254740991, which would be rounded: write it as a text',
    ],
    ['empty stdin', [id, '--input', '-'], '', 'not JSON'],
    ['no content on stdin, where what writes it has failed', [id, '--content', '-'], '', 'stdin is empty'],
    ['a list', [id, '--input', '-'], '[]', 'object'],
    ['a context that is a list', [id, '--preview-context', '-'], '[]', 'a list'],
    ['a terminal as stdin', [id, '--input', '-'], undefined, 'piped'],
  ])('such as %s ends with 2, and nothing is sent', async (_what, words, stdin, message) => {
    const { code, stdout, stderr } = await update(words, stdin === undefined ? {} : { stdin });
    expect([code, stdout, server.requests.length]).toEqual([2, '', 0]);
    expect(stderr).toContain(message);
  });

  it('such as bytes that are no UTF-8 is named with its offset', async () => {
    const { code, stderr } = await update([id, '--content', '-'], { stdin: Buffer.from([0x61, 0x62, 0xff, 0x63]) });
    expect(code).toBe(2);
    expect(stderr).toContain('byte 2');
  });
});

describe('an answer of the service', () => {
  it('that the template has changed ends with 6', async () => {
    answer = (_request, response) => sendJson(response, 412, { code: 'template_changed' });
    expect((await update([id, '--name', 'x', '--if-match', '"v1"'])).code).toBe(6);
  });

  it.each([
    ['by the flag', ['--name', 'x'], '--name must not be empty'],
    ['by its field where --input gives it', ['--input', 'in.json'], '/template/name must not be empty'],
  ])('that a value is wrong names it %s', async (_how, words, why) => {
    const errors = [{ pointer: '/template/name', detail: 'must not be empty' }];
    answer = (_request, response) =>
      sendJson(response, 422, { code: 'invalid_request', detail: '/template/name must not be empty', errors });
    writeFileSync(join(home.folder, 'in.json'), '{"name":"x"}');
    const { code, stderr } = await update([id, ...words]);
    expect(code).toBe(7);
    expect(stderr).toContain(`why: ${why}\n`);
  });

  it('without a template is no success', async () => {
    answer = (_request, response) => sendJson(response, 200, { ok: true });
    expect((await update([id, '--name', 'x'])).code).toBe(10);
  });
});
