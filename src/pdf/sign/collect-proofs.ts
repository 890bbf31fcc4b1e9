import { X509Certificate } from 'node:crypto';
import { getCACertificates } from 'node:tls';
import type { Certificate } from 'pkijs';
import type { AskAuthority } from './ask-timestamp.ts';
import { SigningError } from './open-signer.ts';
import { findOcspProof, findRevocationList, readIssuerAddresses } from './revocation.ts';

/** What proves for a long time that certificates were valid (ETSI EN 319 142-1, 5.4.2.2), in DER. */
export interface Proofs {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
}

/** Certificates of a chain. Longer ones are circles or mistakes. */
const longestChain = 10;

/**
 * Collects the chains of these certificates up to their roots, with proof for each that it was not revoked: a response of OCSP, else a
 * revocation list. `others` may be of the chains; missing ones are fetched. Throws `SigningError` for a certificate that was revoked,
 * and for one without a proof or an issuer.
 */
export async function collectProofs(
  ends: readonly Uint8Array[],
  others: readonly Uint8Array[],
  ask: AskAuthority,
): Promise<Proofs> {
  const { Certificate: Parsed } = await import('pkijs');
  const pool = [...ends, ...others].map((der) => new X509Certificate(der));
  const found = new Map<string, X509Certificate>();
  const ocsps: Uint8Array[] = [];
  const crls: Uint8Array[] = [];

  async function follow(certificate: X509Certificate, depth: number): Promise<void> {
    if (found.has(certificate.fingerprint256)) return;
    found.set(certificate.fingerprint256, certificate);
    if (isIssuedBy(certificate, certificate)) return;
    const parsed = Parsed.fromBER(certificate.raw);
    const issuer = depth < longestChain && (await findIssuer(certificate, parsed));
    if (!issuer) throw fail(certificate, 'the certificate of its issuer is not known');
    const pair = { certificate: parsed, issuer: Parsed.fromBER(issuer.raw) };
    const failures: string[] = [];
    const note = (failure: string) => failures.push(failure);
    const ocsp = await findOcspProof(pair, ask, note);
    const crl = ocsp ? undefined : await findRevocationList(pair, ask, note);
    if (ocsp?.isRevoked || crl?.isRevoked) throw fail(certificate, 'it was revoked');
    if (ocsp) ocsps.push(ocsp.bytes);
    else if (crl) crls.push(crl.bytes);
    else throw fail(certificate, failures.join('; ') || 'it names neither a responder of OCSP nor a revocation list');
    await follow(issuer, depth + 1);
  }

  async function findIssuer(certificate: X509Certificate, parsed: Certificate): Promise<X509Certificate | undefined> {
    const known = pool.find((other) => isIssuedBy(certificate, other));
    if (known) return known;
    for (const url of readIssuerAddresses(parsed)) {
      const fetched = await ask({ url, accept: 'application/pkix-cert' })
        .then((bytes) => new X509Certificate(bytes))
        .catch(() => undefined);
      if (fetched && isIssuedBy(certificate, fetched)) return fetched;
    }
    return findRoot(certificate);
  }

  for (const end of pool.slice(0, ends.length)) await follow(end, 0);
  return { certificates: [...found.values()].map(({ raw }) => new Uint8Array(raw)), ocsps, crls };
}

/** The root that issued a certificate, among those that this program trusts. */
function findRoot(certificate: X509Certificate): X509Certificate | undefined {
  for (const pem of getCACertificates()) {
    const root = new X509Certificate(pem);
    if (isIssuedBy(certificate, root)) return root;
  }
  return undefined;
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function fail({ subject }: X509Certificate, why: string): SigningError {
  return new SigningError(
    'proof',
    `the certificate of ${subject.replaceAll('\n', ', ')} cannot be proved valid: ${why}`,
  );
}
