import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOddDocument, escapeHtml, oddAddresses } from '../helpers/odd-addresses.ts';
import { makeHome, runCli, type TestHome } from '../helpers/run-cli.ts';
import { openTestServer, type TestServer } from '../server/start-test-server.ts';

const images = oddAddresses
  .filter((odd) => odd.isWellFormed())
  .map((odd) => `<img src="${escapeHtml(odd)}">`)
  .join('\n');

describe('the command line', () => {
  let home: TestHome;
  beforeAll(() => {
    home = makeHome();
  });
  afterAll(() => home.remove());

  async function render(name: string, text: string) {
    writeFileSync(join(home.folder, name), text);
    const env = { ...home.env, PLATEN_BASE_URL: '', PLATEN_EGRESS: 'deny' };
    return runCli(['render', 'pdf', name, '-o', `${name}.pdf`], { cwd: home.folder, env });
  }

  it.each([
    ['images.html', images],
    // As text, the longest is another matter.
    [
      'images.md',
      oddAddresses
        .filter(({ length }) => length < 1000)
        .map((odd) => `![image](<${odd}>)\n\n[link](${odd})\n\n${odd}`)
        .join('\n\n'),
    ],
    ['space.html', buildOddDocument('https://a b.test/')],
    ['base.html', `<base href="https://a b.test/">${images}`],
  ])('prints a document with odd addresses, and no stack: %s', { timeout: 60_000 }, async (name, text) => {
    const { code, stderr } = await render(name, text);
    expect(stderr).not.toMatch(/^\s+at |something unexpected/m);
    expect([code, existsSync(join(home.folder, `${name}.pdf`))], stderr).toEqual([0, true]);
  });
});

describe('a service', () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await openTestServer();
  });
  afterAll(() => service?.close());

  it('warns of a host with a space, and goes on', { timeout: 60_000 }, async () => {
    const { call } = service;
    const parts = { html: '<p>text<img src="https://a b.test/">' };
    const answer = await call('/api/v1/renderers/pdf', { parts }, { accept: 'application/json' });
    expect(answer.status).toBe(200);
    const { warnings } = (await answer.json()).data;
    expect(warnings.map(({ code }: { code: string }) => code)).toEqual(['resource_failed']);
    expect((await call('/api/v1/renderers/pdf', { parts: { html: images } })).status).toBe(200);
    expect((await call('/readyz')).status).toBe(200);
  });
});
