import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { openFlagSigning } from '../../../../src/cli/render/signing/open-flag-signing.ts';
import { openSigning } from '../../../../src/cli/render/signing/open-signing.ts';
import type { SignFlags } from '../../../../src/cli/render/signing/sign-flags.ts';
import type { ReceivedPdf } from '../../../../src/client/index.ts';
import { readDocumentFacts } from '../../../../src/pdf/index.ts';
import { makeCertificate } from '../../../helpers/test-authority.ts';
import { makeFolder } from '../../commands/run-command.ts';
import { drawnPdf } from '../../pictures/drawn-pdf.ts';

let cwd: string;
const ada = makeCertificate({ name: 'Ada' });
const expired = makeCertificate({ name: 'Old', expires: 2021 });

beforeEach(() => {
  cwd = makeFolder();
  const files = { 'ada.pem': ada.cert + ada.key, 'ada.crt': ada.cert, 'ada.key': ada.key, 'bad.pem': 'no key' };
  for (const [name, text] of Object.entries({
    ...files,
    'old.pem': expired.cert + expired.key,
    password: 'eightlong\n',
  }))
    writeFileSync(join(cwd, name), text);
});

/** Opens the key of flags, and tells what is kept out of the output. */
async function open(flags: SignFlags, { env = {}, url }: { env?: Record<string, string>; url?: string } = {}) {
  const hidden: unknown[][] = [];
  const context = {
    io: { cwd, env, stdin: Readable.from([]) },
    output: { hide: (...given: unknown[]) => hidden.push(given) },
    settings: async () => ({ get: (name: string) => (name === 'timestamp_url' ? (url ?? null) : null) }),
    signal: new AbortController().signal,
  } as unknown as Context;
  const sign = await openSigning(context, flags).catch((error: unknown) => error);
  return { sign: sign as Awaited<ReturnType<typeof openSigning>>, hidden, context };
}

/** Signs a PDF, or these bytes. */
async function sign(flags: SignFlags, bytes: Buffer = drawnPdf([{ content: '' }])) {
  const { sign } = await open(flags);
  const received = { pages: 1, warnings: [], facts: () => ({ bytes: 0, sha256: '' }), stream: Readable.from([bytes]) };
  const signed = await sign?.(received as unknown as ReceivedPdf);
  return { signed, pdf: signed ? await buffer(signed.stream) : undefined };
}

describe('a PDF that is signed', () => {
  it('is the received PDF plus a signature, with the size and the digest of the result', async () => {
    const before = drawnPdf([{ content: '' }]);
    const { signed, pdf = Buffer.from('') } = await sign({ sign: 'ada.pem' }, before);
    expect(pdf.subarray(0, before.length).equals(before)).toBe(true);
    expect(signed?.facts()).toEqual({
      ...{ bytes: pdf.length, sha256: createHash('sha256').update(pdf).digest('hex') },
    });
    expect([signed?.pages, signed?.warnings]).toEqual([1, []]);
    expect(readDocumentFacts(pdf).signatures).toHaveLength(1);
  });

  it.each<[SignFlags, RegExp]>([
    [{ sign: 'ada.crt', signKey: 'ada.key' }, /\/Type ?\/Sig/],
    [{ sign: 'ada.pem', signReason: 'Approved', signLocation: 'Rome', signContact: 'mail' }, /\(Approved\)/],
    [{ sign: 'ada.pem', signLocation: 'Rome' }, /\/Location ?\(Rome\)/],
    [{ sign: 'ada.pem', signContact: 'mail' }, /\/ContactInfo ?\(mail\)/],
    [{ sign: 'ada.pem', signField: 'Here' }, /\(Here\)/],
    [{ sign: 'ada.pem', certify: 'no-changes' }, /\/DocMDP/],
  ])('says what the flags say: %j', async (flags, text) => {
    expect((await sign(flags)).pdf?.toString('latin1')).toMatch(text);
  });

  it('is not an encrypted one', async () => {
    const pdf = Buffer.from(`%PDF-1.4\n${'x'.repeat(5000)}trailer<</Root 1 0 R/Encrypt 9 0 R>>\n`);
    await expect(sign({ sign: 'ada.pem' }, pdf)).rejects.toMatchObject({
      ...{ code: 'usage', fix: 'leave out pdf.encrypt' },
      message: '--sign: the request encrypts the PDF, and an encrypted PDF cannot be signed',
    });
  });

  it('may speak of encryption', async () => {
    const pdf = drawnPdf([{ content: 'BT (/Encrypt 9 0 R) Tj ET' }, { content: ' '.repeat(4000) }]);
    expect((await sign({ sign: 'ada.pem' }, pdf)).signed).toBeDefined();
  });

  it('needs the field that is named', async () => {
    const { pdf } = await sign({ sign: 'ada.pem', signField: 'Here' });
    await expect(sign({ sign: 'ada.pem', signField: 'Here' }, pdf)).rejects.toMatchObject({
      ...{ code: 'usage', message: expect.stringMatching(/^the PDF could not be signed: /) },
      fix: 'see the fields: platen inspect file.pdf',
    });
  });
});

describe('the key of a signature', () => {
  it('is not read without --sign', async () => {
    expect((await open({ seal: 'acme' })).sign).toBeUndefined();
    const { context } = await open({});
    expect(await openFlagSigning(context, { seal: 'acme' })).toBeUndefined();
    expect(await openFlagSigning(context, { sign: 'ada.pem' })).toBeTypeOf('function');
  });

  it.each<[SignFlags, Record<string, string>, unknown[][]]>([
    [{ sign: 'ada.pem' }, { PLATEN_SIGN_PASSWORD: 'eightlong' }, [['eightlong', '…']]],
    [{ sign: 'ada.pem' }, { PLATEN_SIGN_PASSWORD: 'eight888' }, [['eight888', '…']]],
    [{ sign: 'ada.pem' }, { PLATEN_SIGN_PASSWORD: 'seven77' }, []],
    [{ sign: 'ada.pem', signPasswordFile: 'password' }, { PLATEN_SIGN_PASSWORD: 'other-one' }, [['eightlong', '…']]],
    [{ sign: 'ada.pem' }, {}, []],
  ])('has a password that is not printed if it is long: %j %j', async (flags, env, hidden) => {
    expect((await open(flags, { env })).hidden).toEqual(hidden);
  });

  it.each<[SignFlags, object]>([
    [{ sign: 'gone.pem' }, { code: 'input_missing' }],
    [{ sign: 'ada.pem', signKey: 'gone.key' }, { code: 'input_missing' }],
    [
      { sign: 'bad.pem' },
      {
        ...{ code: 'input_invalid', message: expect.stringMatching(/^--sign: /) },
        fix: 'check the file, and its password in --sign-password-file or PLATEN_SIGN_PASSWORD',
      },
    ],
    [{ sign: 'ada.crt' }, { code: 'input_invalid' }],
    [{ sign: 'old.pem' }, { code: 'input_invalid' }],
    [{ sign: 'ada.pem', signReason: 'a\nb' }, { code: 'usage' }],
    [{ signReason: 'x' }, { code: 'usage' }],
    [
      { sign: 'ada.pem', signLevel: 'b-t' },
      { code: 'usage', message: '--sign-level b-t needs a timestamp authority', fix: 'add --timestamp-url' },
    ],
    [{ sign: 'ada.pem', signLevel: 'b-lt' }, { code: 'usage' }],
  ])('is refused before anything is rendered: %j', async (flags, error) => {
    expect((await open(flags)).sign).toMatchObject(error);
  });

  it.each<[SignFlags, string | undefined]>([
    [{ sign: 'ada.pem', signLevel: 'b-b' }, undefined],
    [{ sign: 'ada.pem', signLevel: 'b-t' }, 'https://tsa.example'],
    [{ sign: 'ada.pem', signLevel: 'b-t', timestampUrl: 'https://tsa.example' }, undefined],
  ])('may need no authority, or has one: %j %s', async (flags, url) => {
    expect((await open(flags, url === undefined ? {} : { url })).sign).toBeTypeOf('function');
  });
});
