import { describe, expect, it } from 'vitest';
import {
  checkSignFlags,
  checkSignTexts,
  readSealFlags,
  type SignFlags,
} from '../../../../src/cli/render/signing/sign-flags.ts';

type Flags = Parameters<typeof checkSignFlags>[0];

/** What a refusal says, with its code. */
function refusal(task: () => void): string {
  try {
    task();
    return 'accepted';
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

describe('the flags of a signature', () => {
  it.each<[string, Flags]>([
    ['none', {}],
    ['a certificate', { sign: 'a.p12' }],
    ['a certificate with a key and a password', { sign: 'a.pem', signKey: 'b.pem', signPasswordFile: '-' }],
    ['a certificate with all about it', { sign: 'a.p12', signReason: 'x', signLevel: 'b-b', certify: 'no-changes' }],
    ['a visible signature in a place', { sign: 'a.p12', signAppearance: 'a.html', signPosition: 'top-left' }],
    ['a seal', { seal: 'acme', signReason: 'x', signField: 'f', timestampUrl: 'https://tsa.example' }],
    ['a seal in the background', { seal: 'acme', async: true, put: 'https://bucket.example' }],
    ['a way to treat other signatures', { onSignature: 'fail' }],
    ['encryption without a signature', { password: 'x', linearize: true }],
  ])('may be %s', (_what, flags) => {
    expect(refusal(() => checkSignFlags(flags))).toBe('accepted');
  });

  it.each<[Flags, string]>([
    [{ sign: 'a', seal: 'b' }, '--sign and --seal cannot be used together'],
    [{ signReason: 'x' }, '--sign-reason has no effect without --sign'],
    [{ signLocation: 'x' }, '--sign-location has no effect without --sign'],
    [{ signContact: 'x' }, '--sign-contact has no effect without --sign'],
    [{ signLevel: 'b-t' }, '--sign-level has no effect without --sign'],
    [{ signField: 'x' }, '--sign-field has no effect without --sign'],
    [{ signAppearance: 'x' }, '--sign-appearance has no effect without --sign'],
    [{ certify: 'annotate' }, '--certify has no effect without --sign'],
    [{ timestampUrl: 'https://a.example' }, '--timestamp-url has no effect without --sign'],
    [{ signKey: 'x' }, '--sign-key has no effect without --sign'],
    [{ seal: 'b', signKey: 'x' }, '--sign-key has no effect without --sign'],
    [{ seal: 'b', signPasswordFile: 'x' }, '--sign-password-file has no effect without --sign'],
    [{ sign: 'a', signPosition: 'top' }, '--sign-position has no effect without --sign-appearance'],
    [{ sign: 'a', signPage: '1' }, '--sign-page has no effect without --sign-appearance'],
    [{ sign: 'a', password: 'x' }, '--sign and --password cannot be used together'],
    [{ sign: 'a', ownerPassword: 'x' }, '--sign and --owner-password cannot be used together'],
    [{ sign: 'a', linearize: true }, '--sign and --linearize cannot be used together'],
    [{ sign: 'a', async: true }, '--sign and --async cannot be used together'],
    [{ sign: 'a', put: 'x' }, '--sign and --put cannot be used together'],
    [{ seal: 'b', permissions: [] }, '--seal and --permissions cannot be used together'],
  ])('must not be %j', (flags, words) => {
    expect(refusal(() => checkSignFlags(flags))).toBe(`usage: ${words}`);
  });

  it.each<[SignFlags, string]>([
    [{ signReason: 'an approval, 2030' }, 'accepted'],
    [{ signReason: 'a\nb' }, 'usage: the texts of a signature have one line, without control characters'],
    [{ signContact: '\x07' }, 'usage: the texts of a signature have one line, without control characters'],
    [{ timestampUrl: 'http://tsa.example/x' }, 'accepted'],
    [{ timestampUrl: 'tsa.example' }, 'usage: --timestamp-url is not a valid http or https URL'],
  ])('with the values %j are read: %s', (flags, outcome) => {
    expect(refusal(() => checkSignTexts(flags))).toBe(outcome);
  });
});

describe('the request for a seal', () => {
  it.each<[SignFlags, object | undefined]>([
    [{}, undefined],
    [{ sign: 'a.p12', signReason: 'x' }, undefined],
    [{ seal: 'acme' }, { seal: 'acme' }],
    [
      { seal: 'acme', signReason: '' },
      { seal: 'acme', reason: '' },
    ],
    [
      {
        seal: 'acme',
        signReason: 'r',
        signLocation: 'l',
        signContact: 'c',
        signLevel: 'b-lt',
        signField: 'f',
        certify: 'fill-forms',
        timestampUrl: 'https://tsa.example',
      },
      {
        seal: 'acme',
        reason: 'r',
        location: 'l',
        contact: 'c',
        level: 'b-lt',
        field: 'f',
        certify: 'fill-forms',
        timestamp_url: 'https://tsa.example',
      },
    ],
  ])('of %j is %j', (flags, request) => {
    expect(readSealFlags(flags)).toStrictEqual(request);
  });

  it('is refused for a text that a signature cannot have', () => {
    expect(refusal(() => readSealFlags({ seal: 'acme', signLocation: 'a\tb' }))).toContain('the texts of a signature');
  });
});
