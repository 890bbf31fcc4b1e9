import { writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type RecordingServer, sendJson, startRecordingServer } from '../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../helpers/run-cli.ts';
import { type Claims, makeSelfSigned } from '../../hostile/self-signed.ts';

let home: TestHome;
let server: RecordingServer;

beforeAll(async () => {
  home = makeHome();
  server = await startRecordingServer((_request, response) => sendJson(response, 404, { code: 'not_found' }));
});
afterAll(async () => {
  await server.close();
  home.remove();
});

async function list(env: Record<string, string>) {
  const all = { ...home.env, PLATEN_API_KEY: 'key-of-a-test', ...env };
  const { code, stderr } = await runCli(['templates', 'list', '--retries', '0'], { cwd: home.folder, env: all });
  return { code, stderr };
}

describe('an address that does not work', () => {
  it('is told to be without TLS where https was written for a plain service', async () => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: server.url.replace('http:', 'https:') });
    expect(code).toBe(11);
    expect(stderr).toContain('why: what answers there does not speak TLS');
    expect(stderr).toContain('http:// in base_url');
    expect(stderr).not.toContain('openssl');
  });

  it('behind a proxy that does not answer is a matter of the proxy', async () => {
    const { code, stderr } = await list({
      PLATEN_BASE_URL: 'https://pdf.example.com',
      HTTPS_PROXY: 'http://127.0.0.1:1',
    });
    expect(code).toBe(11);
    expect(stderr).toContain('through the proxy http://127.0.0.1:1');
    expect(stderr).toContain('fix: check HTTPS_PROXY');
  });

  it('that ends with the path of the interface is to be cut', async () => {
    const { code, stderr } = await list({ PLATEN_BASE_URL: `${server.url}/api/v1` });
    expect([code, stderr]).toEqual([5, expect.stringContaining('fix: leave /api/v1 out of base_url')]);
  });

  it.each<[string, Claims, boolean, RegExp]>([
    [
      'whose certificate nobody known has signed',
      {},
      false,
      /: self-signed certificate \(\w+\)\n {2}fix: if the .*--ca-file/,
    ],
    ['whose certificate is of another name', { host: 'other.example' }, true, /\n {2}fix: write a name .* base_url/],
    ['whose certificate is over', { host: 'localhost', expires: 2021 }, true, /\n {2}fix: .* renew .*clock/],
  ])('%s says what to do about that', async (_which, claims, isKnown, says) => {
    const certificate = makeSelfSigned(claims);
    const secure = https.createServer(certificate).listen(0, '127.0.0.1');
    onTestFinished(() => void secure.close());
    await new Promise((resolve) => secure.once('listening', resolve));
    writeFileSync(join(home.folder, 'ca.pem'), certificate.cert);
    const { port } = secure.address() as AddressInfo;
    const { code, stderr } = await list({
      PLATEN_BASE_URL: `https://localhost:${port}`,
      ...(isKnown && { PLATEN_CA_FILE: join(home.folder, 'ca.pem') }),
    });
    expect([code, stderr]).toEqual([11, expect.stringMatching(says)]);
    expect(stderr).not.toContain('Node.js');
  });
});
