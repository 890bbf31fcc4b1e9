import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocumentFacts } from '../../../../src/pdf/index.ts';
import { drawFirstPage } from '../../../engine/draw-page.ts';
import { askPoppler, hasPoppler } from '../../../helpers/read-signature.ts';
import { type RecordingServer, startRecordingServer } from '../../../helpers/recording-server.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { serveAuthority } from '../../../helpers/serve-authority.ts';
import { makeSigningAuthority } from '../../../helpers/signing-authority.ts';
import { buildPages } from '../../../pdf/build-pdf.ts';

const home = makeHome();
const authority = makeSigningAuthority();
const secret = 'a-long-secret-of-ada';
const ada = authority.issue('ada');
const pkcs12 = authority.pack(ada, secret);
let tsa: RecordingServer;

beforeAll(async () => {
  writeFileSync(join(home.folder, 'in.pdf'), buildPages(1));
  writeFileSync(join(home.folder, 'password'), `${secret}\n`);
  tsa = await startRecordingServer((_, response) => response.writeHead(503).end());
});
afterAll(async () => {
  await tsa.close();
  authority.remove();
  home.remove();
});

const platen = (words: string[], env: Record<string, string> = {}) =>
  runCli(['render', 'pdf', 'in.pdf', ...words], { cwd: home.folder, env: { ...home.env, ...env } });
const isValid = (name: string) => askPoppler(readFileSync(join(home.folder, name))).includes('Signature is Valid');

describe('platen render pdf --sign', () => {
  it.skipIf(!hasPoppler).each<[string, string[], Record<string, string>]>([
    ['a password in a file', ['--sign', pkcs12, '--sign-password-file', 'password'], {}],
    ['a password in the environment', ['--sign', pkcs12], { PLATEN_SIGN_PASSWORD: secret }],
    ['PEM files', ['--sign', ada.cert, '--sign-key', ada.key, '--sign-reason', 'Approved (final)'], {}],
  ])('signs with %s', async (_, words, env) => {
    const { code, stdout } = await platen([...words, '-o', 'out.pdf', '-f', '--json'], env);
    expect(code).toBe(0);
    expect(JSON.parse(stdout).bytes).toBe(readFileSync(join(home.folder, 'out.pdf')).length);
    expect(isValid('out.pdf')).toBe(true);
  });

  it.skipIf(!hasPoppler)('signs each file of --each', async () => {
    const { code } = await platen(['--each', '-o', 'each-{name}.pdf', '--sign', ada.cert, '--sign-key', ada.key]);
    expect([code, isValid('each-in.pdf')]).toEqual([0, true]);
  });

  it('shows nothing of key and password, whatever is printed', async () => {
    const words = ['--sign', pkcs12, '-o', 'quiet.pdf', '-f', '--debug'];
    const env = { PLATEN_SIGN_PASSWORD: secret };
    const timed = [...words, '--timestamp-url', tsa.url];
    const runs = [
      await platen([...words, '--dry-run'], env),
      await platen(words, env),
      await platen(timed, env),
      await platen(words, { PLATEN_SIGN_PASSWORD: `${secret}-wrong` }),
    ];
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 10, 2]);
    const key = readFileSync(ada.key, 'latin1').split('\n')[1] as string;
    for (const { stdout, stderr } of runs)
      for (const text of [secret, key]) expect(stdout + stderr).not.toContain(text);
    expect(JSON.stringify(tsa.requests)).not.toContain(secret);
  });

  it('asks the authority, and writes nothing if it fails', async () => {
    const words = ['--sign', ada.cert, '--sign-key', ada.key, '--timestamp-url', tsa.url, '-o', 'untimed.pdf'];
    const { code, stderr } = await platen(words);
    expect([code, stderr]).toEqual([10, expect.stringContaining(`${tsa.url} answered 503`)]);
    expect(existsSync(join(home.folder, 'untimed.pdf'))).toBe(false);
    expect(tsa.requests.at(-1)).toMatchObject({
      method: 'POST',
      headers: { 'content-type': 'application/timestamp-query' },
    });
  });

  it.each<[string[], string]>([
    [['--sign-reason', 'a'], '--sign-reason has no effect without --sign'],
    [['--sign', ada.cert, '--password', 'x'], '--sign and --password cannot be used together'],
    [['--sign', ada.cert, '--permissions', 'print'], '--sign and --permissions cannot be used together'],
    [['--sign', ada.cert, '--linearize'], '--sign and --linearize cannot be used together'],
    [['--sign', ada.cert, '--async'], '--sign and --async cannot be used together'],
    [['--sign', ada.cert, '--seal', 'hr'], '--sign and --seal cannot be used together'],
    [['--seal', 'hr', '--sign-key', ada.key], '--sign-key has no effect without --sign'],
    [['--seal', 'hr', '--linearize'], '--seal and --linearize cannot be used together'],
    [['--certify', 'annotate'], '--certify has no effect without --sign'],
    [['--sign-appearance', 'stamp.html'], '--sign-appearance has no effect without --sign'],
    [['--sign', ada.cert, '--sign-page', '2'], '--sign-page has no effect without --sign-appearance'],
    [['--seal', 'hr', '--sign-appearance', 'in.pdf', '--sign-page', '0'], '--sign-page 0 is not the number of a page'],
    [['--seal', 'hr', '--sign-appearance', 'in.pdf', '--sign-position', '1,2'], '--sign-position 1,2 is not a place'],
    [
      ['--sign', ada.cert, '--sign-key', ada.key, '--sign-level', 'b-t'],
      '--sign-level b-t needs a timestamp authority',
    ],
    [['--sign', ada.cert], 'the PEM file has no private key'],
    [['--sign', 'none.p12'], 'none.p12'],
    [['--sign', ada.cert, '--sign-key', ada.key, '--timestamp-url', 'ftp://a'], '--timestamp-url'],
  ])('refuses %j', async (words, message) => {
    const { code, stderr } = await platen([...words, '-o', 'refused.pdf']);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(existsSync(join(home.folder, 'refused.pdf'))).toBe(false);
  });

  it.skipIf(!hasPoppler)('lets the service sign with a seal, whose name alone is in the request', async () => {
    const words = ['--seal', 'ada', '--sign-reason', 'Final', '--certify', 'fill-forms'];
    const dry = JSON.parse((await platen([...words, '--dry-run'])).stdout);
    expect(dry.body.pdf).toEqual({ sign: { seal: 'ada', reason: 'Final', certify: 'fill-forms' } });
    const seals = join(home.folder, 'seals');
    mkdirSync(seals, { mode: 0o700 });
    copyFileSync(pkcs12, join(seals, 'ada.p12'));
    writeFileSync(join(seals, 'ada.password'), secret, { mode: 0o600 });
    const sealed = await platen([...words, '-o', 'sealed.pdf'], { PLATEN_SEALS: seals });
    expect([sealed.code, isValid('sealed.pdf')]).toEqual([0, true]);
    const job = { parts: { file: 'in.pdf' }, pdf: { sign: { seal: 'ada' } }, output: 'job.pdf' };
    writeFileSync(join(home.folder, 'jobs.ndjson'), JSON.stringify(job));
    const env = { ...home.env, PLATEN_SEALS: seals };
    const batch = await runCli(['render', 'batch', 'jobs.ndjson'], { cwd: home.folder, env });
    expect([batch.code, isValid('job.pdf')]).toEqual([0, true]);
    const none = await platen([...words, '-o', 'none.pdf']);
    expect([none.code, none.stderr]).toEqual([7, expect.stringContaining('this service has none')]);
  });

  it.skipIf(!hasPoppler)('shows the signature, and certifies a form that can still be filled in', async () => {
    const look = ['--sign-appearance', 'stamp.html', '--sign-position', '20mm,200mm,60mm,30mm'];
    writeFileSync(join(home.folder, 'stamp.html'), '<!doctype html><body style="margin: 0; background: lime">Signed');
    const page = '<!doctype html><html lang="en"><title>Form</title><p><label>Name <input name="who"></label>';
    writeFileSync(join(home.folder, 'form.html'), page);
    const words = ['--forms', '--pdf-ua', '--pdf-a', '3b', '--sign', ada.cert, '--sign-key', ada.key, ...look];
    const all = ['render', 'pdf', 'form.html', ...words, '--certify', 'fill-forms', '-o', 'form.pdf'];
    const { code, stderr } = await runCli(all, { cwd: home.folder, env: home.env });
    expect([code, stderr, isValid('form.pdf')]).toEqual([0, expect.any(String), true]);
    const bytes = readFileSync(join(home.folder, 'form.pdf'));
    const { fields, signatures } = readDocumentFacts(bytes);
    expect([fields.map(({ name }) => name).sort(), signatures.map(({ certifies }) => certifies)]).toEqual([
      ['Signature', 'who'],
      ['fill-forms'],
    ]);
    const picture = await drawFirstPage(bytes, 1);
    const seen = new Set<string>();
    for (let at = 0; at < picture.data.length; at += 4) {
      const [x, y] = [(at / 4) % picture.width, Math.floor(at / 4 / picture.width)];
      if (picture.data.subarray(at, at + 3).join() === '0,255,0')
        seen.add(`${Math.floor(x / 100)} ${Math.floor(y / 100)}`);
    }
    expect([...seen].sort()).toEqual(['0 5', '0 6', '1 5', '1 6', '2 5', '2 6']);
    // A viewer fills in the form as an addition to the file.
    const pdf = await PDF.load(bytes);
    pdf.getForm()?.getTextField('who')?.setValue('Ada');
    writeFileSync(join(home.folder, 'form.pdf'), await pdf.save({ incremental: true }));
    expect(isValid('form.pdf')).toBe(true);
  });

  it.skipIf(!hasPoppler)('proves the certificates for a long time, with answers of their authorities', async () => {
    const served = await serveAuthority();
    const bob = served.issue('bob');
    const words = ['--sign', bob.cert, '--sign-key', bob.key, '--sign-level', 'b-lt', '-o', 'long.pdf'];
    const { code } = await platen(words, { PLATEN_TIMESTAMP_URL: `${served.url}/tsa` });
    expect([code, isValid('long.pdf')]).toEqual([0, true]);
    expect(new Set(served.asked)).toEqual(new Set(['POST /tsa', 'POST /ocsp']));
    served.revoke(bob);
    const revoked = await platen([...words, '-f', '--timestamp-url', `${served.url}/tsa`]);
    expect([revoked.code, revoked.stderr]).toEqual([10, expect.stringContaining('it was revoked')]);
    await served.close();
  });

  it('refuses a request that encrypts', async () => {
    const encrypt = { user_password: '', owner_password: 'owner' };
    writeFileSync(join(home.folder, 'body.json'), JSON.stringify({ parts: { html: 'a' }, pdf: { encrypt } }));
    const words = ['render', 'pdf', '--input', 'body.json', '--sign', ada.cert, '--sign-key', ada.key, '-o', 'no.pdf'];
    const { code, stderr } = await runCli(words, { cwd: home.folder, env: home.env });
    expect([code, stderr]).toEqual([2, expect.stringContaining('encrypted PDF cannot be signed')]);
  });
});
