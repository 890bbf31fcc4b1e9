import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
  /** Issues a certificate for signatures. `algorithm` is that of `openssl genpkey`. Default RSA. */
  issue(name: string, algorithm?: readonly string[]): IssuedFiles;
  /** Packs a certificate, its key and that of the authority as PKCS#12. Returns the file. */
  pack(issued: IssuedFiles, password: string): string;
  /** The answer to a timestamp request (RFC 3161), with more certificates from these files. */
  timestamp(request: Uint8Array, more?: readonly string[]): Buffer;
  /** What `openssl cms -verify` says of a signature of bytes; empty if it holds. */
  verify(signature: Uint8Array, content: Uint8Array): string;
  remove(): void;
}

/** Makes one. Needs openssl on PATH. */
export function makeSigningAuthority(): SigningAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'platen-authority-'));
  const at = (name: string) => join(folder, name);
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' });
  const write = (name: string, bytes: Uint8Array | string) => {
    writeFileSync(at(name), bytes);
    return name;
  };
  write('openssl.cnf', config);
  write('serial', '01\n');
  const ask = ['-config', 'openssl.cnf', '-subj'];
  const rsa = ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'];

  const makeKey = (name: string, algorithm: readonly string[]) =>
    openssl('genpkey', '-algorithm', ...algorithm, '-out', `${name}.key`);
  const issue = (name: string, algorithm: readonly string[], extensions: string) => {
    makeKey(name, algorithm);
    openssl('req', '-new', '-key', `${name}.key`, '-out', `${name}.csr`, ...ask, `/CN=${name}`);
    const issuer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '20'];
    const how = ['-extfile', 'openssl.cnf', '-extensions', extensions, '-out', `${name}.pem`];
    openssl('x509', '-req', '-in', `${name}.csr`, ...issuer, ...how);
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
    'ca',
    ...ask,
    '/CN=Test CA',
  );
  issue('tsa', rsa, 'timestamps');
  return {
    folder,
    cert: at('ca.pem'),
    issue: (name, algorithm = rsa) => issue(name, algorithm, 'signatures'),
    pack({ cert, key }, password) {
      const file = cert.replace(/pem$/, 'p12');
      const files = ['-in', cert, '-inkey', key, '-certfile', 'ca.pem', '-out', file];
      openssl('pkcs12', '-export', ...files, '-passout', `pass:${password}`);
      return file;
    },
    timestamp(request, more = []) {
      const query = write('query.tsq', request);
      const chain = write(
        'chain.pem',
        ['ca.pem', ...more].map((file) => readFileSync(resolve(folder, file))).join('\n'),
      );
      openssl('ts', '-reply', '-config', 'openssl.cnf', '-chain', chain, '-queryfile', query, '-out', 'reply.tsr');
      return readFileSync(at('reply.tsr'));
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
[ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[signatures]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature,nonRepudiation
[timestamps]
basicConstraints = CA:FALSE
keyUsage = critical,digitalSignature
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = authority
[authority]
serial = serial
signer_cert = tsa.pem
certs = ca.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`;
