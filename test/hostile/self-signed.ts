import { generateKeyPairSync, sign } from 'node:crypto';

/** A private key with a certificate that nobody has signed but itself, both in PEM. */
export interface SelfSigned {
  key: string;
  cert: string;
}

/** What a certificate says; by default something that only clients take that look at none of it. */
export interface Claims {
  /** The common name (RFC 6125, 6.4.4). Default "canary". */
  host?: string;
  /** The year at whose start it expires. Default 2049. */
  expires?: number;
}

/** Makes a certificate (RFC 5280, version 1, ECDSA with SHA-256). */
export function makeSelfSigned({ host = 'canary', expires = 2049 }: Claims = {}): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = wrap(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const commonName = wrap(0x30, Buffer.from('0603550403', 'hex'), wrap(0x0c, Buffer.from(host)));
  const name = wrap(0x30, wrap(0x31, commonName));
  const validity = wrap(
    0x30,
    ...['200101000000Z', `${expires % 100}0101000000Z`].map((time) => wrap(0x17, Buffer.from(time))),
  );
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' });
  const toSign = wrap(0x30, wrap(0x02, Buffer.from([1])), algorithm, name, validity, name, subjectKey);
  const signature = wrap(0x03, Buffer.from([0]), sign('sha256', toSign, privateKey));
  const base64 = wrap(0x30, toSign, algorithm, signature).toString('base64');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** One value of DER (ITU-T X.690): its tag, its length, its content. */
function wrap(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const length =
    body.length < 128
      ? [body.length]
      : body.length < 256
        ? [0x81, body.length]
        : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
