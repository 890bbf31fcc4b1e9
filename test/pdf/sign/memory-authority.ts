import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { Constructed, Enumerated, GeneralizedTime, Integer, OctetString, Primitive, Utf8String } from 'asn1js';
import {
  AccessDescription,
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  BasicConstraints,
  BasicOCSPResponse,
  CertID,
  Certificate,
  CertificateRevocationList,
  ContentInfo,
  CRLDistributionPoints,
  DistributionPoint,
  EncapsulatedContentInfo,
  Extension,
  GeneralName,
  InfoAccess,
  IssuerAndSerialNumber,
  MessageImprint,
  OCSPResponse,
  PKIStatusInfo,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  ResponseBytes,
  RevokedCertificate,
  SignedData,
  SignerInfo,
  SingleResponse,
  Time,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

/** A certificate with its keys, which are in memory alone. */
export interface Issued {
  certificate: Certificate;
  der: Uint8Array;
  keys: KeyPair;
}

interface KeyPair {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

/** What a certificate says. */
interface CertificateFacts {
  /** Default: it is issued by itself. */
  by?: Issued;
  serial?: number;
  from?: Date;
  to?: Date;
  /** Default: P-256. */
  keys?: KeyPair;
  /** URLs of its authority: for OCSP, for its revocation list and for the certificate of its issuer. */
  ocsp?: readonly (string | GeneralName)[];
  crl?: readonly (string | GeneralName)[];
  ca?: readonly (string | GeneralName)[];
}

const day = 86_400_000;
let lastSerial = 100;

/** A moment, some days from now. */
export const inDays = (count: number) => new Date(Date.now() + count * day);

/** Issues a certificate. All of them may issue others. */
export async function issue(name: string, facts: CertificateFacts = {}): Promise<Issued> {
  const { by, from = inDays(-1), to = inDays(10), keys = makeKeys(), ocsp = [], crl = [], ca = [] } = facts;
  lastSerial += 1;
  const subject = nameOf(name);
  const access = [
    ...ocsp.map((url) => describeAccess('1.3.6.1.5.5.7.48.1', url)),
    ...ca.map((url) => describeAccess('1.3.6.1.5.5.7.48.2', url)),
  ];
  const points = crl.map((url) => new DistributionPoint({ distributionPoint: [toGeneralName(url)] }));
  const certificate = new Certificate({
    version: 2,
    serialNumber: new Integer({ value: facts.serial ?? lastSerial }),
    issuer: by?.certificate.subject ?? subject,
    subject,
    notBefore: new Time({ value: from }),
    notAfter: new Time({ value: to }),
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(new Uint8Array(keys.publicKey.export({ type: 'spki', format: 'der' }))),
    extensions: [
      extend('2.5.29.19', new BasicConstraints({ cA: true }).toSchema(), true),
      ...(access.length > 0
        ? [extend('1.3.6.1.5.5.7.1.1', new InfoAccess({ accessDescriptions: access }).toSchema())]
        : []),
      ...(points.length > 0
        ? [extend('2.5.29.31', new CRLDistributionPoints({ distributionPoints: points }).toSchema())]
        : []),
    ],
  });
  await certificate.sign(await importKey(by?.keys ?? keys), 'SHA-256');
  return { certificate, der: new Uint8Array(certificate.toSchema(true).toBER()), keys };
}

/** Keys on a curve. */
export function makeKeys(namedCurve = 'P-256'): KeyPair {
  return generateKeyPairSync('ec', { namedCurve });
}

/** The private key of a certificate for signatures. */
export function importKey({ privateKey }: KeyPair): Promise<CryptoKey> {
  const der = new Uint8Array(privateKey.export({ type: 'pkcs8', format: 'der' }));
  return crypto.subtle.importKey('pkcs8', der, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign']);
}

/** A certificate as PEM. */
export function toPem({ der }: Issued): string {
  return `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString('base64')}\n-----END CERTIFICATE-----\n`;
}

const statuses = {
  good: () => new Primitive({ idBlock: { tagClass: 3, tagNumber: 0 } }),
  revoked: () =>
    new Constructed({
      idBlock: { tagClass: 3, tagNumber: 1 },
      value: [new GeneralizedTime({ valueDate: inDays(-1) })],
    }),
  unknown: () => new Primitive({ idBlock: { tagClass: 3, tagNumber: 2 } }),
};

/** The response of OCSP about a certificate (RFC 6960). */
export async function answerOcsp(
  issuer: Issued,
  of: Issued,
  {
    status = 'good' as keyof typeof statuses,
    until = undefined as Date | undefined,
    signer = issuer,
    responder = issuer,
  } = {},
): Promise<Uint8Array> {
  const certID = await CertID.create(of.certificate, {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: issuer.certificate,
  });
  const basic = new BasicOCSPResponse({ certs: [responder.certificate] });
  basic.tbsResponseData.responderID = responder.certificate.subject;
  basic.tbsResponseData.producedAt = new Date();
  basic.tbsResponseData.responses = [
    new SingleResponse({
      certID,
      certStatus: statuses[status](),
      thisUpdate: inDays(-1),
      ...(until && { nextUpdate: until }),
    }),
  ];
  await basic.sign(await importKey(signer.keys), 'SHA-256');
  return encode(
    new OCSPResponse({
      responseStatus: new Enumerated({ value: 0 }),
      responseBytes: new ResponseBytes({
        responseType: '1.3.6.1.5.5.7.48.1.1',
        response: new OctetString({ valueHex: encode(basic) }),
      }),
    }),
  );
}

/** A response of OCSP without a status: the authority is busy. */
export function answerBusy(): Uint8Array {
  return encode(new OCSPResponse({ responseStatus: new Enumerated({ value: 3 }) }));
}

/** A revocation list (RFC 5280, section 5). */
export async function listRevoked(
  issuer: Issued,
  revoked: readonly Issued[],
  { until = undefined as Date | undefined, signer = issuer } = {},
): Promise<Uint8Array> {
  const list = new CertificateRevocationList({
    version: 1,
    issuer: issuer.certificate.subject,
    thisUpdate: new Time({ value: inDays(-1) }),
    ...(until && { nextUpdate: new Time({ value: until }) }),
    ...(revoked.length > 0 && {
      revokedCertificates: revoked.map(
        ({ certificate }) =>
          new RevokedCertificate({
            userCertificate: certificate.serialNumber,
            revocationDate: new Time({ value: inDays(-1) }),
          }),
      ),
    }),
  });
  await list.sign(await importKey(signer.keys), 'SHA-256');
  return encode(list);
}

/** A timestamp token of a SHA-256 (RFC 3161) with these certificates. */
export async function makeToken(
  authority: Issued,
  digest: Uint8Array,
  certificates: readonly Issued[] = [authority],
): Promise<ContentInfo> {
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: '2.16.840.1.101.3.4.2.1' }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(digest) }),
    }),
    serialNumber: new Integer({ value: 1 }),
    genTime: new Date(),
  });
  const { issuer, serialNumber } = authority.certificate;
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: encode(info) }),
    }),
    ...(certificates.length > 0 && { certificates: certificates.map(({ certificate }) => certificate) }),
    signerInfos: [new SignerInfo({ version: 1, sid: new IssuerAndSerialNumber({ issuer, serialNumber }) })],
  });
  await signed.sign(await importKey(authority.keys), 0, 'SHA-256');
  return new ContentInfo({ contentType: '1.2.840.113549.1.7.2', content: signed.toSchema(true) });
}

/** The answer to a request for a timestamp. */
export async function answerTimestamp(
  authority: Issued,
  request: Uint8Array | undefined,
  certificates: readonly Issued[] = [authority],
): Promise<Uint8Array> {
  const { hashedMessage } = TimeStampReq.fromBER(new Uint8Array(request ?? [])).messageImprint;
  const timeStampToken = await makeToken(authority, hashedMessage.valueBlock.valueHexView, certificates);
  return encode(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken }));
}

/** An object of the library in DER. */
export function encode(object: { toSchema(): { toBER(): ArrayBuffer } }): Uint8Array<ArrayBuffer> {
  return new Uint8Array(object.toSchema().toBER());
}

function nameOf(name: string): RelativeDistinguishedNames {
  const value = new Utf8String({ value: name });
  return new RelativeDistinguishedNames({
    typesAndValues: [new AttributeTypeAndValue({ type: '2.5.4.3', value })],
  });
}

function describeAccess(accessMethod: string, url: string | GeneralName): AccessDescription {
  return new AccessDescription({ accessMethod, accessLocation: toGeneralName(url) });
}

function toGeneralName(url: string | GeneralName): GeneralName {
  return typeof url === 'string' ? new GeneralName({ type: 6, value: url }) : url;
}

function extend(extnID: string, value: { toBER(): ArrayBuffer }, critical = false): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}
