import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, runCli } from '../../helpers/run-cli.ts';

const home = makeHome();
const server = createServer(({ url, headers }, response) => {
  if (url === '/broken') return void response.writeHead(500).end();
  const isKnown = headers.cookie === 'session=cookieSECRET' && headers['x-key'] === 'headerSECRET';
  response.writeHead(200, { 'content-type': 'text/html' }).end(isKnown ? 'welcome' : 'who are you');
});
let origin = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  home.remove();
});

const run = (words: string[], env: Record<string, string> = {}) =>
  runCli(['render', 'pdf', ...words], { cwd: home.folder, env: { ...home.env, ...env } });
const secretWords = /SECRET/;

describe('the flags of web pages', () => {
  const state = {
    cookies: [{ name: 's', value: 'storedSECRET', domain: '127.0.0.1' }],
    origins: [{ origin: 'http://127.0.0.1', localStorage: [{ name: 't', value: 'itemSECRET' }] }],
  };
  const flags = [
    ...['--request-header', 'X-Key: headerSECRET', '--cookie', 'session=cookieSECRET', '--basic-auth', 'ada'],
    ...['--storage-state', 'state.json', '--user-agent', 'Robot/1', '--accept-language', 'de'],
  ];
  const env = { PLATEN_BASIC_AUTH_PASSWORD: 'passwordSECRET' };
  beforeAll(() => writeFileSync(join(home.folder, 'state.json'), JSON.stringify(state)));

  it('are in the request, and masked in a dry run', async () => {
    const { stdout, stderr } = await run([origin, '--dry-run', '--debug', ...flags], env);
    expect(JSON.parse(stdout).body.parts.request).toEqual({
      headers: { 'X-Key': '…' },
      cookies: { session: '…' },
      basic_auth: { username: 'ada', password: '…' },
      storage_state: '…',
      user_agent: 'Robot/1',
      language: 'de',
    });
    expect(stdout + stderr).not.toMatch(secretWords);
  });

  it('open a page behind a login, and show in no output, with --debug and if the render fails', async () => {
    const given = ['--request-header', 'X-Key: headerSECRET', '--cookie', 'session=cookieSECRET'];
    const done = await run([origin, '-o', 'page.pdf', '--debug', ...given]);
    expect([done.code, done.stdout + done.stderr]).toEqual([0, expect.not.stringMatching(secretWords)]);
    const failed = await run([`${origin}/broken`, '-o', 'no.pdf', '--debug', '--json', ...flags], env);
    expect(failed.code).not.toBe(0);
    expect(failed.stdout + failed.stderr).not.toMatch(secretWords);
    const invalid = await run([origin, '--dry-run', '--cookie', 'cookieSECRET', '--debug']);
    expect([invalid.code, invalid.stderr]).toEqual([2, expect.not.stringMatching(secretWords)]);
    const wrong = await run([origin, '-o', 'no.pdf', '--cookie', 'session=a;cookieSECRET', '--debug']);
    expect(wrong.code).not.toBe(0);
    expect(wrong.stderr).not.toMatch(secretWords);
    writeFileSync(join(home.folder, 'broken.json'), '{"cookies": fileSECRET');
    const broken = await run([origin, '--dry-run', '--storage-state', 'broken.json', '--debug']);
    expect([broken.code, broken.stderr]).toEqual([2, expect.not.stringMatching(secretWords)]);
  });

  it('send credentials to one site alone, and need a URL', async () => {
    const several = await run([origin, 'https://example.com', '--dry-run', '--cookie', 'a=b']);
    expect(several.stderr).toContain('headers, cookies and credentials are for one site');
    expect((await run([origin, 'https://example.com', '--each', '--dry-run', '--cookie', 'a=b'])).code).toBe(2);
    writeFileSync(join(home.folder, 'a.html'), 'x');
    expect((await run(['a.html', '--dry-run', '--cookie', 'a=b'])).stderr).toContain('no source is a URL');
    const agents = await run([origin, 'https://example.com', '--dry-run', '--user-agent', 'x']);
    expect(JSON.parse(agents.stdout).body.parts).toEqual([
      { url: origin, request: { user_agent: 'x' } },
      { url: 'https://example.com', request: { user_agent: 'x' } },
    ]);
  });

  it('take the password of basic authentication from a file or the environment, not from the command line', async () => {
    writeFileSync(join(home.folder, 'password'), 'fileSECRET\n');
    expect((await run([origin, '--dry-run', '--basic-auth', 'ada', '--basic-auth-password', '@password'])).code).toBe(
      0,
    );
    const inline = await run([origin, '--dry-run', '--basic-auth', 'ada', '--basic-auth-password', 'inlineSECRET']);
    expect([inline.code, inline.stderr]).toEqual([2, expect.not.stringMatching(secretWords)]);
    expect((await run([origin, '--dry-run', '--basic-auth', 'ada'])).stderr).toContain('PLATEN_BASIC_AUTH_PASSWORD');
  });
});
