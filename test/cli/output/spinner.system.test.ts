import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RecordingServer, sendPdf, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli } from '../../helpers/run-cli.ts';

const home = makeHome();
let service: RecordingServer;
beforeAll(async () => {
  service = await startRecordingServer(async (_request, response) => {
    // Longer than a spinner waits before it shows.
    await sleep(500);
    sendPdf(response, { 'platen-pages': '1' });
  });
});
afterAll(async () => {
  await service.close();
  home.remove();
});

describe.concurrent('the spinner', () => {
  let number = 0;
  async function render(flags: string[], more: Record<string, string>, stderrTerminal = true) {
    const env = { ...home.env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'key-of-a-test', ...more };
    const words = ['render', 'pdf', 'https://example.com', '-o', `${++number}.pdf`, ...flags];
    return runCli(words, { cwd: home.folder, env, stderrTerminal });
  }

  it('turns in a terminal', async () => {
    expect(await render([], {})).toMatchObject({ code: 0, stderr: expect.stringContaining('rendering') });
  });

  it.each<[string, string[], Record<string, string>]>([
    ['CI', [], { CI: 'true' }],
    ['a dumb terminal', [], { TERM: 'dumb' }],
    ['--quiet', ['-q'], {}],
    ['--json', ['--json'], {}],
    ['--debug', ['--debug'], {}],
  ])('stays away with %s', async (_, flags, env) => {
    const { code, stderr } = await render(flags, env);
    expect(code).toBe(0);
    expect(stderr).not.toContain('rendering');
    expect(stderr).not.toContain('\u001b');
  });
});
