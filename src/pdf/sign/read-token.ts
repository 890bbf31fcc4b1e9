import type { Certificate } from 'pkijs';
import { SigningError } from './open-signer.ts';

/** The certificates of a timestamp token (RFC 3161): that of its signer, and all. Throws `SigningError`. */
export async function readTokenCertificates(token: Uint8Array) {
  const { Certificate: Parsed } = await import('pkijs');
  const { certificates = [], signerInfos } = await readSigned(token);
  const all = certificates.filter((one): one is Certificate => one instanceof Parsed);
  const [info] = signerInfos;
  const signer = all.find(({ serialNumber, issuer }) => {
    const id = info?.sid as { serialNumber?: typeof serialNumber; issuer?: typeof issuer } | undefined;
    return id?.serialNumber?.isEqual(serialNumber) && id.issuer?.isEqual(issuer);
  });
  if (!signer) throw new SigningError('timestamp', 'the timestamp has no certificate of its authority');
  const toDer = (one: Certificate) => new Uint8Array(one.toSchema(true).toBER());
  return { signer: toDer(signer), all: all.map(toDer) };
}

/** The digest that a timestamp token is of. */
export async function readTokenDigest(token: Uint8Array): Promise<Uint8Array> {
  const { TSTInfo } = await import('pkijs');
  const content = (await readSigned(token)).encapContentInfo.eContent?.getValue() ?? new ArrayBuffer();
  return TSTInfo.fromBER(content).messageImprint.hashedMessage.valueBlock.valueHexView;
}

async function readSigned(token: Uint8Array) {
  const { ContentInfo, SignedData } = await import('pkijs');
  return new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(token)).content });
}
