import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { encodeDer } from '../../src/browser/egress/own-certificate.ts';

/** A private key and its certificate, both in PEM. */
export interface TestCertificate {
  key: string;
  cert: string;
}

/** What a certificate says. */
export interface TestClaims {
  /** The common name (RFC 6125, 6.4.4). */
  name: string;
  /** Hosts as alternative names, and addresses of IPv4. Default none. */
  hosts?: readonly string[];
  /** The year at whose start it becomes valid. Default 2020. */
  starts?: number;
  /** The year at whose start it expires. Default 2049. */
  expires?: number;
  /** Whether it may sign others. Default false. */
  isAuthority?: boolean;
}

interface Issuer {
  name: string;
  key: KeyObject;
}

/** Makes a certificate (RFC 5280, ECDSA with SHA-256) that an issuer signs, by default its own key. */
export function makeCertificate(
  { name, hosts = [], starts = 2020, expires = 2049, isAuthority = false }: TestClaims,
  issuer?: Issuer,
): TestCertificate & { privateKey: KeyObject } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = encodeDer(0x30, Buffer.from('06082a8648ce3d040302', 'hex'));
  const times = [starts, expires].map((year) => `${year % 100}0101000000Z`);
  const alternatives = hosts.map((host) =>
    /^[\d.]+$/.test(host)
      ? encodeDer(0x87, Buffer.from(host.split('.').map(Number)))
      : encodeDer(0x82, Buffer.from(host)),
  );
  const extensions = [
    ...(isAuthority ? [extend('551d13', encodeDer(0x30, Buffer.from('0101ff', 'hex')))] : []),
    ...(hosts.length > 0 ? [extend('551d11', encodeDer(0x30, ...alternatives))] : []),
  ];
  const toSign = encodeDer(
    0x30,
    encodeDer(0xa0, encodeDer(0x02, Buffer.from([2]))),
    encodeDer(0x02, Buffer.from([1])),
    algorithm,
    encodeName(issuer?.name ?? name),
    encodeDer(0x30, ...times.map((time) => encodeDer(0x17, Buffer.from(time)))),
    encodeName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [encodeDer(0xa3, encodeDer(0x30, ...extensions))] : []),
  );
  const signature = encodeDer(0x03, Buffer.from([0]), sign('sha256', toSign, issuer?.key ?? privateKey));
  const base64 = encodeDer(0x30, toSign, algorithm, signature).toString('base64');
  return {
    privateKey,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  };
}

/** Makes an authority that nobody knows, and what issues its certificates. */
export function makeAuthority(name = 'test authority') {
  const authority = makeCertificate({ name, isAuthority: true });
  const issuer = { name, key: authority.privateKey };
  return {
    cert: authority.cert,
    issue: (hosts: readonly string[], claims: Partial<TestClaims> = {}): TestCertificate =>
      makeCertificate({ name: 'server', hosts, ...claims }, issuer),
  };
}

function encodeName(name: string): Buffer {
  const commonName = encodeDer(0x30, Buffer.from('0603550403', 'hex'), encodeDer(0x0c, Buffer.from(name)));
  return encodeDer(0x30, encodeDer(0x31, commonName));
}

function extend(id: string, value: Buffer): Buffer {
  return encodeDer(0x30, encodeDer(0x06, Buffer.from(id, 'hex')), encodeDer(0x04, value));
}
