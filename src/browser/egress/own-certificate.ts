import { createHash, generateKeyPairSync, sign } from 'node:crypto';

/** A certificate that only a browser takes that was started with the hash of its key, and the key, both in PEM. */
export interface OwnCertificate {
  key: string;
  cert: string;
  /** The SHA-256 of the public key in base64. */
  keyHash: string;
}

/**
 * Makes a key and a certificate that it signs itself (RFC 5280, ECDSA with P-256 and SHA-256). It has no host: the browser compares
 * the key alone.
 */
export function makeOwnCertificate(): OwnCertificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encodeDer(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = encodeDer(0x30, Buffer.from('0603550403', 'hex'), encodeDer(0x0c, Buffer.from('platen')));
  const name = encodeDer(0x30, encodeDer(0x31, commonName));
  const validity = encodeDer(
    0x30,
    ...['200101000000Z', '491231000000Z'].map((time) => encodeDer(0x17, Buffer.from(time))),
  );
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const version = encodeDer(0xa0, encodeDer(0x02, Buffer.from([2])));
  const serial = encodeDer(0x02, Buffer.from([1]));
  const toSign = encodeDer(0x30, version, serial, algorithm, name, validity, name, subjectKey);
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey));
  const base64 = encodeDer(0x30, toSign, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    keyHash: createHash('sha256').update(subjectKey).digest('base64'),
  };
}

/** One value of DER (ITU-T X.690): its tag, its length, its content. */
export function encodeDer(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  // The shortest form: the browser takes no other.
  const long = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : long)]), body]);
}
