import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RecordingServer, sendJson, startRecordingServer } from '../../../helpers/recording-server.ts';
import { type CliSetting, runCli } from '../../../helpers/run-cli.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';
let server: RecordingServer;
let isThere: boolean;

beforeEach(async () => {
  isThere = true;
  server = await startRecordingServer(({ method }, response) => {
    if (!isThere) return sendJson(response, 404, { code: 'template_not_found', detail: 'There is no such template.' });
    if (method === 'DELETE') return void response.writeHead(204).end();
    sendJson(response, 200, { data: { id, name: 'Invoice\u001b[2J', content: '', preview_context: null } });
  });
});
afterEach(() => server.close());

function remove(words: string[], setting: CliSetting = {}) {
  const env = { PLATEN_BASE_URL: server.url, PLATEN_API_KEY: 'a-key-of-a-test' };
  return runCli(['templates', 'delete', id, ...words], { ...setting, env });
}
const methods = () => server.requests.map(({ method }) => method);

it('asks about the template by its name', async () => {
  const { code, stderr } = await remove([], { stderrTerminal: true, typed: 'y\n' });
  expect(stderr).toContain(`Delete the template ${id} at ${server.url}, "Invoice\\u001b[2J"? [y/N]`);
  expect([code, methods()]).toEqual([0, ['GET', 'DELETE']]);
});

it('deletes nothing where the answer is no', async () => {
  const { code, stderr } = await remove([], { stderrTerminal: true, typed: '\n' });
  expect([code, methods()]).toEqual([0, ['GET']]);
  expect(stderr).toContain('Nothing was deleted');
});

it('asks nothing about a template that is not there', async () => {
  isThere = false;
  const { code, stderr } = await remove([], { stderrTerminal: true, typed: 'y\n' });
  expect([code, methods()]).toEqual([5, ['GET']]);
  expect(stderr).not.toContain('[y/N]');
});

it('sends nothing where nobody can be asked', async () => {
  const { code, stderr } = await remove([]);
  expect([code, methods()]).toEqual([2, []]);
  expect(stderr).toContain('--yes');
});

it('does not look with --yes', async () => {
  expect((await remove(['--yes'])).code).toBe(0);
  expect(methods()).toEqual(['DELETE']);
});
