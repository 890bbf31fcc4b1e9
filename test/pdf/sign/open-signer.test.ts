import { generateKeyPairSync, type KeyObject, verify } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkDates, openSigner, type SignerFiles, SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { type Issued, inDays, issue, makeKeys, toPem } from './memory-authority.ts';

const now = new Date();
const keys = makeKeys();
let root: Issued;
let ada: Issued;
beforeAll(async () => {
  root = await issue('Root');
  ada = await issue('Ada', { by: root, keys });
});

const pemOf = (key: KeyObject) => String(key.export({ type: 'pkcs8', format: 'pem' }));
const locked = String(
  keys.privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' }),
);
const files = (certificate: string, key?: string, password?: string): SignerFiles => ({
  certificate: Buffer.from(certificate),
  ...(key !== undefined && { key: Buffer.from(key) }),
  ...(password !== undefined && { password }),
});

describe('a signer from PEM', () => {
  it.each<[string, () => SignerFiles]>([
    ['with the key apart', () => files(toPem(ada), pemOf(keys.privateKey))],
    ['with the key in the same file', () => files(toPem(ada) + pemOf(keys.privateKey))],
    ['with the key before the certificate', () => files(pemOf(keys.privateKey) + toPem(ada))],
    ['with a key that needs its password', () => files(toPem(ada), locked, 'secret')],
    ['with a password that is not needed', () => files(toPem(ada), pemOf(keys.privateKey), 'secret')],
  ])('%s has its certificate, and no others', async (_, opened) => {
    const signer = await openSigner(opened(), now);
    expect(Buffer.from(signer.certificate)).toEqual(Buffer.from(ada.der));
    expect(signer.certificateChain).toEqual([]);
  });

  it('has the other certificates as its chain', async () => {
    const signer = await openSigner(files(toPem(ada) + toPem(root), pemOf(keys.privateKey)), now);
    expect(signer.certificateChain?.map((der) => Buffer.from(der))).toEqual([Buffer.from(root.der)]);
  });

  it.each<[string, () => { publicKey: KeyObject; privateKey: KeyObject }, string, string]>([
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 1024 }), 'RSA', 'RSASSA-PKCS1-v1_5'],
    ['P-256', () => makeKeys('P-256'), 'EC', 'ECDSA'],
    ['P-384', () => makeKeys('P-384'), 'EC', 'ECDSA'],
    ['P-521', () => makeKeys('P-521'), 'EC', 'ECDSA'],
  ])('signs with %s', async (_, make, type, scheme) => {
    const pair = make();
    const certificate = await issue('Bob', { by: root, keys: pair });
    const signer = await openSigner(files(toPem(certificate), pemOf(pair.privateKey)), now);
    expect([signer.keyType, signer.signatureAlgorithm]).toEqual([type, scheme]);
    const content = Buffer.from('content');
    const signature = await signer.sign(content, 'SHA-256');
    expect(verify('sha256', content, pair.publicKey, signature)).toBe(true);
  });

  it('does not show its key', async () => {
    const signer = await openSigner(files(toPem(ada), pemOf(keys.privateKey)), now);
    expect(JSON.stringify(signer)).not.toContain(keys.privateKey.export({ format: 'jwk' }).d);
  });

  const ed = generateKeyPairSync('ed25519');
  const koblitz = makeKeys('secp256k1');
  it.each<[string, () => SignerFiles | Promise<SignerFiles>, string]>([
    [
      'with another key',
      () => files(toPem(ada), pemOf(makeKeys().privateKey)),
      'the private key is not that of the first certificate',
    ],
    [
      'whose key is that of the second certificate',
      () => files(toPem(root) + toPem(ada), pemOf(keys.privateKey)),
      'the private key is not that of the first certificate',
    ],
    ['without a key', () => files(toPem(ada)), 'the PEM file has no private key'],
    ['with a public key', () => files(toPem(ada), toPem(root)), 'the PEM file has no private key'],
    ['without a certificate', () => files(pemOf(keys.privateKey)), 'the PEM file has no certificate'],
    [
      'with a broken certificate',
      () => files('-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', pemOf(keys.privateKey)),
      'a certificate in the PEM file cannot be read',
    ],
    [
      'with a broken key',
      () => files(toPem(ada), '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----'),
      'the private key cannot be read',
    ],
    [
      'without the password of its key',
      () => files(toPem(ada), locked),
      'the password of the private key is missing or wrong',
    ],
    [
      'with a wrong password',
      () => files(toPem(ada), locked, 'x'),
      'the password of the private key is missing or wrong',
    ],
    [
      'with an Ed25519 key',
      async () => files(toPem(await issue('Ed', { by: root, keys: ed })), pemOf(ed.privateKey)),
      'keys of the type ed25519 are not supported: use RSA, or EC with P-256, P-384 or P-521',
    ],
    [
      'with a key on another curve',
      async () => files(toPem(await issue('Ed', { by: root, keys: koblitz })), pemOf(koblitz.privateKey)),
      'keys of the type ec are not supported: use RSA, or EC with P-256, P-384 or P-521',
    ],
  ])('is refused %s', async (_, opened, message) => {
    const failure = await openSigner(await opened(), now).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({ kind: 'key', message });
  });
});

describe('a signer from PKCS#12', () => {
  it.each<[string, SignerFiles, string]>([
    [
      'with a separate key',
      files('hello', pemOf(keys.privateKey)),
      'a PKCS#12 file has its own key: a separate key needs PEM',
    ],
    ['of any other file', files('hello'), 'the file is neither PEM nor a PKCS#12 file with a key'],
    ['of an empty file', files('', undefined, 'secret'), 'the file is neither PEM nor a PKCS#12 file with a key'],
  ])('is refused %s', async (_, opened, message) => {
    await expect(openSigner(opened, now)).rejects.toMatchObject({ kind: 'key', message });
  });
});

describe('the dates of a certificate', () => {
  const from = new Date('2026-03-04T00:00:00Z');
  const to = new Date('2026-05-06T00:00:00Z');
  const second = 1000;
  const check = async (at: number) =>
    checkDates({ certificate: (await issue('Ada', { from, to })).der } as never, new Date(at));

  it.each([
    ['begins', from.getTime()],
    ['ends', to.getTime()],
  ])('allow signatures when its time %s', async (_, at) => {
    await expect(check(at)).resolves.toBeUndefined();
  });

  it.each([
    [from.getTime() - second, 'the certificate is valid from 2026-03-04'],
    [to.getTime() + second, 'the certificate expired on 2026-05-06'],
  ])('forbid signatures at %i', async (at, message) => {
    await expect(check(at)).rejects.toMatchObject({ kind: 'key', message });
  });

  it('are checked when it is opened', async () => {
    const opened = files(toPem(ada), pemOf(keys.privateKey));
    await expect(openSigner(opened, inDays(20))).rejects.toThrow('the certificate expired on');
    await expect(openSigner(opened, inDays(-20))).rejects.toThrow('the certificate is valid from');
  });
});
