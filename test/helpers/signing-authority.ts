import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A certificate of the authority, as files. */
interface IssuedFiles {
  cert: string;
  key: string;
}

/** An authority of openssl in a folder: it issues certificates, and answers timestamp requests. */
export interface SigningAuthority {
  folder: string;
  /** The file of its own certificate. */
  cert: string;
  /**
   * Issues a certificate for signatures. `algorithm` is that of `openssl genpkey`, default RSA; `asks` are the addresses that it names,
   * default all.
   */
  issue(name: string, algorithm?: readonly string[], asks?: readonly ('ocsp' | 'crl' | 'ca')[]): IssuedFiles;
  /** Packs a certificate, its key and that of the authority as PKCS#12. Returns the file. */
  pack(issued: IssuedFiles, password: string): string;
  /** The answer to a timestamp request (RFC 3161), with more certificates from these files, and by default that of the authority. */
  timestamp(request: Uint8Array, more?: readonly string[], root?: boolean): Buffer;
  /** Answers a question by its path: `/tsa`, `/ocsp`, `/crl` or `/ca`. */
  answer(path: string, sent?: Uint8Array): Buffer;
  /** Revokes a certificate, for OCSP and the list. */
  revoke(issued: IssuedFiles): void;
  /** What `openssl cms -verify` says of a signature of bytes; empty if it holds. */
  verify(signature: Uint8Array, content: Uint8Array): string;
  remove(): void;
}

/** Makes one. Its certificates name addresses below `address`. Needs openssl on PATH. */
export function makeSigningAuthority(address = 'http://authority.test'): SigningAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'platen-authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(at(name), bytes);
    return name;
  };
  write('openssl.cnf', config);
  write('index.txt', '');
  write('index.txt.attr', 'unique_subject = no\n');
  write('crlnumber', '01\n');
  write('serial', '01\n');
  const ask = ['-config', 'openssl.cnf', '-subj'];
  const rsa = ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];

  const makeKey = (name: string, algorithm: readonly string[]) =>
    openssl('genpkey', '-algorithm', ...algorithm, '-out', `${name}.key`);
  const every = ['ocsp', 'crl', 'ca'] as const;
  const issue = (name: string, algorithm: readonly string[], extensions: string, asks: readonly string[] = every) => {
    makeKey(name, algorithm);
    const access = [
      ...(asks.includes('ocsp') ? [`OCSP;URI:${address}/ocsp`] : []),
      ...(asks.includes('ca') ? [`caIssuers;URI:${address}/ca`] : []),
    ];
    write(
      `${name}.cnf`,
      [
        config,
        `[names]`,
        ...(extensions === 'timestamps' ? timestampUse : signatureUse),
        ...(access.length > 0 ? [`authorityInfoAccess = ${access.join(',')}`] : []),
        ...(asks.includes('crl') ? [`crlDistributionPoints = URI:${address}/crl`] : []),
      ].join('\n'),
    );
    openssl('req', '-new', '-key', `${name}.key`, '-out', `${name}.csr`, ...ask, `/CN=${name}`);
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '20'];
    const how = ['-extfile', `${name}.cnf`, '-extensions', 'names', '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...issuer, ...how);
    const { serialNumber } = new X509Certificate(readFileSync(at(`${name}.pem`)));
    appendFileSync(at('index.txt'), `V\t491231235959Z\t\t${serialNumber}\tunknown\t/CN=${name}\n`);
    return { cert: at(`${name}.pem`), key: at(`${name}.key`) };
  };

  makeKey('ca', rsa);
  openssl(
    'req',
    '-x509',
    '-key',
    'ca.key',
    '-out',
    'ca.pem',
    '-days',
    '30',
    '-extensions',
    'root',
    ...ask,
    '/CN=Test CA',
  );
  issue('tsa', rsa, 'timestamps');
  return {
    folder,
    cert: at('ca.pem'),
    issue: (name, algorithm = rsa, asks) => issue(name, algorithm, 'signatures', asks),
    pack({ cert, key }, password) {
      const file = cert.replace(/pem$/, 'p12');
      const files = ['-in', cert, '-inkey', key, '-certfile', 'ca.pem', '-out', file];
      openssl('pkcs12', '-export', ...files, '-passout', `pass:${password}`);
      return file;
    },
    timestamp(request, more = [], root = true) {
      const query = write('query.tsq', request);
      const chain = write(
        'chain.pem',
        [root ? 'ca.pem' : 'tsa.pem', ...more].map((file) => readFileSync(resolve(folder, file))).join('\n'),
      );
      openssl('ts', '-reply', '-config', 'openssl.cnf', '-chain', chain, '-queryfile', query, '-out', 'reply.tsr');
      return readFileSync(at('reply.tsr'));
    },
    answer(path, sent = new Uint8Array()) {
      if (path === '/tsa') return this.timestamp(sent);
      if (path === '/ca') return openssl('x509', '-in', 'ca.pem', '-outform', 'DER');
      if (path === '/crl') {
        openssl('ca', '-config', 'openssl.cnf', '-gencrl', '-out', 'list.pem');
        return openssl('crl', '-in', 'list.pem', '-outform', 'DER');
      }
      const signer = ['-index', 'index.txt', '-CA', 'ca.pem', '-rsigner', 'ca.pem', '-rkey', 'ca.key', '-ndays', '1'];
      openssl('ocsp', ...signer, '-reqin', write('request.der', sent), '-respout', 'response.der');
      return readFileSync(at('response.der'));
    },
    revoke({ cert }) {
      openssl('ca', '-config', 'openssl.cnf', '-revoke', cert);
    },
    verify(signature, content) {
      const files = [
        '-in',
        write('signature.der', signature),
        '-content',
        write('content', content),
        '-CAfile',
        'ca.pem',
      ];
      try {
        openssl('cms', '-verify', '-inform', 'DER', '-binary', ...files, '-purpose', 'any', '-out', 'verified');
        return '';
      } catch (error) {
        return String((error as { stderr?: Buffer }).stderr ?? error);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const config = `
[req]
distinguished_name = name
[name]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[ca]
default_ca = authority_files
[authority_files]
database = index.txt
crlnumber = crlnumber
certificate = ca.pem
private_key = ca.key
default_md = sha256
default_crl_days = 2
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;

const signatureUse = ['basicConstraints = CA:FALSE', 'keyUsage = critical,digitalSignature,nonRepudiation'];
const timestampUse = [
  'basicConstraints = CA:FALSE',
  'keyUsage = critical,digitalSignature',
  'extendedKeyUsage = critical,timeStamping',
];
