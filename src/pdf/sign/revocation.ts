import type { Certificate, CRLDistributionPoints, GeneralName, InfoAccess } from 'pkijs';
import type { AskAuthority } from './ask-timestamp.ts';

/** A certificate and that of its issuer. */
interface CertificatePair {
  certificate: Certificate;
  issuer: Certificate;
}

/** What an authority says of a certificate, in DER. */
interface RevocationProof {
  bytes: Uint8Array;
  isRevoked: boolean;
}

/** Object identifiers of RFC 5280, 4.2.1.13 and 4.2.2.1. */
const oids = {
  infoAccess: '1.3.6.1.5.5.7.1.1',
  ocsp: '1.3.6.1.5.5.7.48.1',
  issuers: '1.3.6.1.5.5.7.48.2',
  distribution: '2.5.29.31',
};
/** What OCSP says of a certificate: good, revoked or unknown (RFC 6960, 4.2.1). */
const ocspStatus = { good: 0, revoked: 1 };

/** Where the certificate of the issuer may be. */
export function readIssuerAddresses(certificate: Certificate): string[] {
  return readAccess(certificate, oids.issuers);
}

/** A valid OCSP response (RFC 6960). `note` gets the reason if no valid one is found. */
export async function findOcspProof(
  { certificate, issuer }: CertificatePair,
  ask: AskAuthority,
  note: (failure: string) => void,
): Promise<RevocationProof | undefined> {
  const { BasicOCSPResponse, OCSPRequest, OCSPResponse } = await import('pkijs');
  for (const url of readAccess(certificate, oids.ocsp)) {
    try {
      const request = new OCSPRequest();
      await request.createForCertificate(certificate, { hashAlgorithm: 'SHA-1', issuerCertificate: issuer });
      const sent = { bytes: new Uint8Array(request.toSchema(true).toBER()), type: 'application/ocsp-request' };
      const bytes = new Uint8Array(await ask({ url, accept: 'application/ocsp-response', sent }));
      const response = OCSPResponse.fromBER(bytes);
      const inner = response.responseBytes?.response.valueBlock.valueHexView;
      if (!inner) throw new Error('it answered without a status');
      const basic = BasicOCSPResponse.fromBER(new Uint8Array(inner));
      const { isForCertificate, status } = await basic.getCertificateStatus(certificate, issuer);
      if (!isForCertificate) throw new Error('it answered for another certificate');
      if (!(await basic.verify({ trustedCerts: [issuer] }))) throw new Error('its answer has no valid signature');
      const until = basic.tbsResponseData.responses.flatMap(({ nextUpdate }) => nextUpdate ?? []);
      if (until.some((date) => date < new Date())) throw new Error('its answer is out of date');
      if (status === ocspStatus.good || status === ocspStatus.revoked)
        return { bytes, isRevoked: status === ocspStatus.revoked };
      throw new Error('it does not know the certificate');
    } catch (error) {
      note(describeFailure('OCSP', url, error));
    }
  }
  return undefined;
}

/** A valid revocation list of the issuer (RFC 5280, section 5). `note` gets the reason if no valid one is found. */
export async function findRevocationList(
  { certificate, issuer }: CertificatePair,
  ask: AskAuthority,
  note: (failure: string) => void,
): Promise<RevocationProof | undefined> {
  const { CertificateRevocationList } = await import('pkijs');
  for (const url of readDistributionPoints(certificate)) {
    try {
      const bytes = new Uint8Array(await ask({ url, accept: 'application/pkix-crl' }));
      const list = CertificateRevocationList.fromBER(bytes);
      if (!(await list.verify({ issuerCertificate: issuer }))) throw new Error('the list has no valid signature');
      if (list.nextUpdate && list.nextUpdate.value < new Date()) throw new Error('the list is out of date');
      return { bytes, isRevoked: list.isCertificateRevoked(certificate) };
    } catch (error) {
      note(describeFailure('CRL', url, error));
    }
  }
  return undefined;
}

function describeFailure(what: string, url: string, error: unknown): string {
  return `${what} of ${URL.canParse(url) ? new URL(url).origin : url}: ${error instanceof Error ? error.message : error}`;
}

function readAccess({ extensions = [] }: Certificate, method: string): string[] {
  const access = extensions.find(({ extnID }) => extnID === oids.infoAccess)?.parsedValue as InfoAccess | undefined;
  return (access?.accessDescriptions ?? [])
    .filter(({ accessMethod }) => accessMethod === method)
    .flatMap(({ accessLocation }) => readAddress(accessLocation));
}

function readDistributionPoints({ extensions = [] }: Certificate): string[] {
  const found = extensions.find(({ extnID }) => extnID === oids.distribution)?.parsedValue;
  const points = (found as CRLDistributionPoints | undefined)?.distributionPoints ?? [];
  return points.flatMap(({ distributionPoint: names }) => (Array.isArray(names) ? names.flatMap(readAddress) : []));
}

/** A name that is a web address (RFC 5280, 4.2.1.6). */
function readAddress({ type, value }: GeneralName): string[] {
  return type === 6 && typeof value === 'string' && /^https?:/i.test(value) ? [value] : [];
}
