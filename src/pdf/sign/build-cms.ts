import type { Attribute } from 'pkijs';
import type { PdfSigner } from './open-signer.ts';

/** Object identifiers of CMS (RFC 5652, 5035 and 3161). */
const oids = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificate: '1.2.840.113549.1.9.16.2.47',
  timestamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  RSA: '1.2.840.113549.1.1.11',
  EC: '1.2.840.10045.4.3.2',
};

/** Returns the timestamp token of a signature. */
type Stamp = (signature: Uint8Array<ArrayBuffer>) => Promise<Uint8Array>;

/**
 * A detached signature of a SHA-256 as PAdES has it (CMS, ETSI EN 319 122-1 and 142-1, 6.3), in DER. Its attributes have no time of
 * signing: that is in the PDF.
 */
export async function buildCms(digest: Uint8Array, signer: PdfSigner, stamp: Stamp | undefined): Promise<Uint8Array> {
  const [{ ObjectIdentifier, OctetString, Sequence, fromBER }, pkijs] = await Promise.all([
    import('asn1js'),
    import('pkijs'),
  ]);
  const certificates = [signer.certificate, ...(signer.certificateChain ?? [])].map((der) =>
    pkijs.Certificate.fromBER(new Uint8Array(der)),
  );
  const [own] = certificates as [(typeof certificates)[number]];
  const { issuer, serialNumber } = own;

  // ESSCertIDv2 with its default hash, SHA-256 (RFC 5035, section 4).
  const issuerName = new pkijs.GeneralNames({ names: [new pkijs.GeneralName({ type: 4, value: issuer })] });
  const reference = new Sequence({
    value: [
      new OctetString({ valueHex: await hash(signer.certificate) }),
      new Sequence({ value: [issuerName.toSchema(), serialNumber] }),
    ],
  });
  const attributes = [
    new pkijs.Attribute({ type: oids.contentType, values: [new ObjectIdentifier({ value: oids.data })] }),
    new pkijs.Attribute({ type: oids.messageDigest, values: [new OctetString({ valueHex: new Uint8Array(digest) })] }),
    new pkijs.Attribute({
      type: oids.signingCertificate,
      values: [new Sequence({ value: [new Sequence({ value: [reference] })] })],
    }),
  ].sort(compareEncoded);
  const signedAttrs = new pkijs.SignedAndUnsignedAttributes({ type: 0, attributes });
  const signed = new Uint8Array(signedAttrs.toSchema().toBER());
  // The signature is of the attributes as a set (RFC 5652, section 5.4).
  signed[0] = 0x31;
  const signature = new Uint8Array(await signer.sign(signed, 'SHA-256'));
  const token = stamp && fromBER(new Uint8Array(await stamp(signature))).result;
  const digestAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: oids.sha256 });
  const info = new pkijs.SignerInfo({
    version: 1,
    sid: new pkijs.IssuerAndSerialNumber({ issuer, serialNumber }),
    digestAlgorithm,
    signedAttrs,
    signatureAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oids[signer.keyType] }),
    signature: new OctetString({ valueHex: signature }),
    ...(token && {
      unsignedAttrs: new pkijs.SignedAndUnsignedAttributes({
        type: 1,
        attributes: [new pkijs.Attribute({ type: oids.timestamp, values: [token] })],
      }),
    }),
  });
  const content = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oids.data }),
    digestAlgorithms: [digestAlgorithm],
    certificates,
    signerInfos: [info],
  });
  const whole = new pkijs.ContentInfo({ contentType: oids.signedData, content: content.toSchema(true) });
  return new Uint8Array(whole.toSchema().toBER());
}

/** The SHA-256 of bytes. */
export async function hash(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));
}

/** The order of a set in DER (X.690, 11.6). */
function compareEncoded(one: Attribute, other: Attribute): number {
  const [a, b] = [one, other].map((each) => Buffer.from(each.toSchema().toBER())) as [Buffer, Buffer];
  return Buffer.compare(a, b);
}
