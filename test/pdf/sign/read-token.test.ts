import { beforeAll, describe, expect, it } from 'vitest';
import { readTokenCertificates, readTokenDigest } from '../../../src/pdf/sign/read-token.ts';
import { encode, type Issued, issue, makeToken } from './memory-authority.ts';

const digest = new Uint8Array(32).fill(7);
let root: Issued;
let authority: Issued;
/** Has the serial number of the authority, and another issuer. */
let namesake: Issued;
/** Has the issuer of the authority, and another serial number. */
let sibling: Issued;
beforeAll(async () => {
  root = await issue('Root');
  authority = await issue('Timestamps', { by: root, serial: 5 });
  namesake = await issue('Timestamps', { by: await issue('Other root'), serial: 5 });
  sibling = await issue('Timestamps', { by: root, serial: 6 });
});

describe('a timestamp token', () => {
  it('has the certificate of its signer among others', async () => {
    const all = [namesake, sibling, authority, root];
    const token = encode(await makeToken(authority, digest, all));
    const found = await readTokenCertificates(token);
    expect(Buffer.from(found.signer)).toEqual(Buffer.from(authority.der));
    expect(found.all.map((der) => Buffer.from(der).toString('hex')).sort()).toEqual(
      all.map(({ der }) => Buffer.from(der).toString('hex')).sort(),
    );
  });

  it.each<[string, () => Issued[]]>([
    ['no certificate', () => []],
    ['a certificate of another issuer with its serial number', () => [namesake]],
    ['a certificate of its issuer with another serial number', () => [sibling, root]],
  ])('is refused with %s', async (_, certificates) => {
    const token = encode(await makeToken(authority, digest, certificates()));
    await expect(readTokenCertificates(token)).rejects.toMatchObject({
      kind: 'timestamp',
      message: 'the timestamp has no certificate of its authority',
    });
  });

  it('names the digest that it is of', async () => {
    expect(await readTokenDigest(encode(await makeToken(authority, digest)))).toEqual(digest);
  });

  it.each([
    ['nothing', ''],
    ['a text', 'hello'],
  ])('cannot be read from %s', async (_, text) => {
    await expect(readTokenDigest(Buffer.from(text))).rejects.toThrow();
    await expect(readTokenCertificates(Buffer.from(text))).rejects.toThrow();
  });
});
