import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeHome, runCli } from '../../helpers/run-cli.ts';
import { makeAuthority } from '../../helpers/test-authority.ts';

const usual = tls.getCACertificates('default');
const home = makeHome();
const authority = makeAuthority();
const asked: string[] = [];
const server = https.createServer(authority.issue(['localhost']), ({ url = '' }, response) => {
  asked.push(url);
  response.setHeader('content-type', url === '/image.svg' ? 'image/svg+xml' : 'text/html');
  response.end(url === '/image.svg' ? '<svg xmlns="http://www.w3.org/2000/svg"/>' : '<p>private <img src="image.svg">');
});

beforeAll(async () => {
  server.listen(0);
  await once(server, 'listening');
  writeFileSync(join(home.folder, 'ca.pem'), authority.cert);
});
afterAll(() => {
  tls.setDefaultCACertificates(usual);
  server.close();
  home.remove();
});

const render = (...words: string[]) =>
  runCli(['render', 'pdf', ...words, '-o', 'out.pdf', '--force'], { cwd: home.folder, env: home.env });
const site = () => `https://localhost:${(server.address() as AddressInfo).port}/`;

it('--ca-file counts for a page at a URL and its files, in a render without a service', async () => {
  expect(await render(site())).toMatchObject({
    code: 7,
    stderr: expect.stringContaining('ERR_CERT_AUTHORITY_INVALID'),
  });
  expect([existsSync(join(home.folder, 'out.pdf')), asked]).toEqual([false, []]);
  const { code, stderr } = await render(site(), '--ca-file', 'ca.pem');
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('warning')]);
  expect(asked).toEqual(['/', '/image.svg']);
});

it('--ca-file counts for what a document of this machine loads', async () => {
  asked.length = 0;
  writeFileSync(join(home.folder, 'page.html'), `<p>text<img src="${site()}image.svg">`);
  const { code, stderr } = await render('page.html', '--ca-file', 'ca.pem');
  expect([code, stderr, asked]).toEqual([0, expect.not.stringContaining('warning'), ['/image.svg']]);
});

it('--ca-file with no certificate is an error that names it, before any render', async () => {
  writeFileSync(join(home.folder, 'empty.pem'), 'nothing');
  expect(await render('page.html', '--ca-file', 'empty.pem')).toMatchObject({
    code: 3,
    stderr: expect.stringMatching(/ca_file: .*empty\.pem has no certificate that can be read/),
  });
});
