import { verify } from 'node:crypto';
import { CryptoKeySigner, PDF, PdfStream } from '@libpdf/core';
import { type Attribute, ContentInfo, SignedData } from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AskAuthority } from '../../../src/pdf/sign/ask-timestamp.ts';
import { type PdfSigner, SigningError } from '../../../src/pdf/sign/open-signer.ts';
import { readTokenDigest } from '../../../src/pdf/sign/read-token.ts';
import { type SignOptions, signPdf } from '../../../src/pdf/sign/sign-pdf.ts';
import { buildPages } from '../build-pdf.ts';
import { answerTimestamp, type Issued, importKey, issue, listRevoked } from './memory-authority.ts';

const pdf = buildPages(1);
const now = new Date();
const timestampUrl = 'http://a.test/tsa';
let root: Issued;
let ada: Issued;
let stamper: Issued;
let list: Uint8Array;
/** Has a certificate of more than 4000 bytes. */
let large: Issued;
beforeAll(async () => {
  root = await issue('Root');
  ada = await issue('Ada', { by: root, crl: ['http://a.test/crl'] });
  stamper = await issue('Timestamps', { by: root, crl: ['http://a.test/crl'] });
  list = await listRevoked(root, []);
  large = await issue('x'.repeat(4000));
});

async function openAda(chain: readonly Issued[] = []): Promise<PdfSigner> {
  const others = chain.map(({ der }) => der);
  return new CryptoKeySigner(await importKey(ada.keys), ada.der, 'EC', 'ECDSA', others);
}

/** Signs with authorities in memory, and remembers which of them was asked. `stampers` are those of the first timestamps. */
async function sign(
  options: Partial<SignOptions> = {},
  { stampers = [] as Issued[], certificates = [] as Issued[], bytes = pdf as Uint8Array } = {},
) {
  const asked: string[] = [];
  const ask: AskAuthority = async ({ url, sent }) => {
    asked.push(new URL(url).pathname);
    if (url === 'http://a.test/crl') return list;
    const by = stampers.shift() ?? stamper;
    return answerTimestamp(by, sent?.bytes, [by, root, ...certificates]);
  };
  const signer = options.signer ?? (await openAda());
  const signed = await signPdf(bytes, { now, ask, ...options, signer }).catch((error: unknown) => {
    throw Object.assign(error as Error, { asked });
  });
  return { ...(await readSigned(signed)), signed, asked };
}

/** The last signature of a document. */
async function readSigned(signed: Uint8Array) {
  const text = Buffer.from(signed).toString('latin1');
  const range = /.*\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/s.exec(text)?.slice(1).map(Number);
  const [start, from, to, rest] = range as [number, number, number, number];
  const cms = Buffer.from(text.slice(from + 1, to - 1), 'hex');
  const content = Buffer.concat([signed.subarray(start, from), signed.subarray(to, to + rest)]);
  const data = new SignedData({ schema: ContentInfo.fromBER(new Uint8Array(cms)).content });
  const [info] = data.signerInfos;
  const tokens = info?.unsignedAttrs?.attributes.map(({ type, values }) => ({ type, token: values[0] })) ?? [];
  return { text, data, content: new Uint8Array(content), info, tokens, room: (to - from - 2) / 2 };
}

/** Whether a signature is of the bytes around it, and made with the key. */
async function isValid({ info, content }: Awaited<ReturnType<typeof sign>>): Promise<boolean> {
  const digest = info?.signedAttrs?.attributes.find(({ type }) => type === '1.2.840.113549.1.9.4');
  const isOfContent = Buffer.from(await sha256(content)).equals(digest?.values[0].valueBlock.valueHexView);
  const signed = Buffer.from(info?.signedAttrs?.encodedValue ?? new ArrayBuffer());
  const value = info?.signature.valueBlock.valueHexView ?? new Uint8Array();
  return isOfContent && verify('sha256', signed, ada.keys.publicKey, value);
}
const sha256 = async (bytes: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array(bytes)));

describe('signing a PDF', () => {
  it('adds a signature of the whole file, which stays unchanged, and asks no authority', async () => {
    const result = await sign();
    expect(Buffer.from(result.signed).subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(await isValid(result)).toBe(true);
    expect([result.asked, result.tokens]).toEqual([[], []]);
    expect(result.text).not.toContain('/DSS');
  });

  it('has the attributes of PAdES, and no time of signing', async () => {
    const { info, data, content } = await sign();
    const attributes = info?.signedAttrs?.attributes ?? [];
    expect(attributes.map(({ type }) => type)).toEqual([
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.16.2.47',
    ]);
    expect(Buffer.from(attributes[1]?.values[0].valueBlock.valueHexView)).toEqual(Buffer.from(await sha256(content)));
    const [, , reference] = attributes;
    const [hash, serial] = (reference as Attribute).values[0].valueBlock.value[0].valueBlock.value[0].valueBlock.value;
    expect(Buffer.from(hash.valueBlock.valueHexView)).toEqual(Buffer.from(await sha256(ada.der)));
    const [names, number] = serial.valueBlock.value;
    expect(names.valueBlock.value[0].idBlock).toMatchObject({ tagClass: 3, tagNumber: 4 });
    expect(number.isEqual(ada.certificate.serialNumber)).toBe(true);
    expect([
      data.version,
      info?.version,
      info?.digestAlgorithm.algorithmId,
      info?.signatureAlgorithm.algorithmId,
    ]).toEqual([1, 1, '2.16.840.1.101.3.4.2.1', '1.2.840.10045.4.3.2']);
    expect(data.encapContentInfo.eContent).toBeUndefined();
  });

  it('has the certificates of the signer', async () => {
    const count = async (chain: Issued[]) => (await sign({ signer: await openAda(chain) })).data.certificates?.length;
    expect([await count([]), await count([root])]).toEqual([1, 2]);
  });

  it('leaves room for each certificate', async () => {
    const { room } = await sign();
    const chained = await sign({ signer: await openAda([root, stamper]) });
    expect(chained.room - room).toBe(root.der.length + stamper.der.length);
    expect(await isValid(chained)).toBe(true);
  });

  it('writes its facts', async () => {
    const { text } = await sign({ reason: 'Approved', location: 'Rome', contact: 'ada@example.com' });
    expect(text).toMatch(/\/Reason \(Approved\)/);
    expect(text).toMatch(/\/Location \(Rome\)/);
    expect(text).toMatch(/\/ContactInfo \(ada@example\.com\)/);
  });

  it('can be repeated, and both signatures stay', async () => {
    const first = await sign();
    const second = await sign({}, { bytes: first.signed });
    expect(await isValid(second)).toBe(true);
    const fields = (await PDF.load(second.signed)).getForm()?.getSignatureFields() ?? [];
    expect(fields.map((field) => field.isSigned())).toEqual([true, true]);
  });
});

describe('a signature with a timestamp', () => {
  it.each([
    ['by default if an authority is given', {}],
    ['if the level wants it', { level: 'b-t' as const }],
  ])('has that of its value %s', async (_, level) => {
    const result = await sign({ timestampUrl, ...level });
    expect(await isValid(result)).toBe(true);
    expect(result.asked).toEqual(['/tsa']);
    expect(result.tokens.map(({ type }) => type)).toEqual(['1.2.840.113549.1.9.16.2.14']);
    const token = new Uint8Array(result.tokens[0]?.token.toBER());
    const value = result.info?.signature.valueBlock.valueHexView as Uint8Array;
    expect(await readTokenDigest(token)).toEqual(await sha256(value));
    expect(result.text).not.toContain('/DSS');
  });

  it('has none if the level does not want it', async () => {
    expect((await sign({ timestampUrl, level: 'b-b' })).asked).toEqual([]);
  });

  it.each(['b-t', 'b-lt'] as const)('needs an authority for %s', async (level) => {
    const failure = await sign({ level }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SigningError);
    expect(failure).toMatchObject({
      kind: 'timestamp',
      message: `the level ${level} needs a timestamp authority`,
      asked: [],
    });
  });

  it('gets more room if the authority sends many certificates', async () => {
    const few = await sign({ timestampUrl });
    const many = await sign({ timestampUrl }, { certificates: [large, large, large] });
    expect([many.asked, many.room, few.room < 16_384]).toEqual([['/tsa', '/tsa'], 65_536, true]);
    expect(await isValid(many)).toBe(true);
  });

  it('is refused if the authority sends too many certificates', async () => {
    const certificates = Array.from({ length: 16 }, () => large);
    await expect(sign({ timestampUrl }, { certificates })).rejects.toMatchObject({
      kind: 'room',
      message: 'the signature is too large',
      asked: ['/tsa', '/tsa'],
    });
  });

  it('is refused if the authority fails', async () => {
    const ask = () => Promise.reject(new Error('a.test answered 503'));
    await expect(sign({ timestampUrl, ask })).rejects.toMatchObject({
      kind: 'timestamp',
      message: 'a.test answered 503',
    });
  });
});

describe('a signature with proofs', () => {
  const level = 'b-lt';

  it('has those of its certificate and of the authority, and covers them', async () => {
    const result = await sign({ timestampUrl, level });
    expect(await isValid(result)).toBe(true);
    expect(result.asked).toEqual(['/tsa', '/crl', '/crl', '/tsa']);
    const document = await PDF.load(result.signed);
    const find = document.context.registry.resolve.bind(document.context.registry);
    const store = document.getCatalog().getDict('DSS', find);
    const certificates = store?.getArray('Certs', find);
    const streams = Array.from({ length: certificates?.length ?? 0 }, (_, at) => certificates?.at(at, find));
    const all = streams.map((stream) => (stream instanceof PdfStream ? Buffer.from(stream.data) : undefined));
    expect(all).toEqual([ada, root, stamper].map(({ der }) => Buffer.from(der)));
  });

  it('uses the certificates of the signer and of the authority', async () => {
    const signer = await openAda([root]);
    expect((await sign({ timestampUrl, level, signer })).asked).toEqual(['/tsa', '/crl', '/crl', '/tsa']);
  });

  const make = (count: number) =>
    Promise.all(Array.from({ length: count }, () => issue('Timestamps', { by: root, crl: ['http://a.test/crl'] })));

  it('is repeated if the authority has several certificates', async () => {
    const [other] = (await make(1)) as [Issued];
    const result = await sign({ timestampUrl, level }, { stampers: [other] });
    expect(result.asked.filter((path) => path === '/tsa')).toHaveLength(3);
    expect(await isValid(result)).toBe(true);
  });

  it('is refused if each of four timestamps is of another certificate', async () => {
    const failure = await sign({ timestampUrl, level }, { stampers: await make(4) }).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      kind: 'timestamp',
      message: 'the authority signs each timestamp with another certificate',
    });
    expect((failure as { asked: string[] }).asked.filter((path) => path === '/tsa')).toHaveLength(4);
  });

  it('may be of the last timestamp', async () => {
    const [a, b, c] = (await make(3)) as [Issued, Issued, Issued];
    const result = await sign({ timestampUrl, level }, { stampers: [a, b, c, c] });
    expect(result.asked.filter((path) => path === '/tsa')).toHaveLength(4);
  });

  it('is refused without a proof', async () => {
    const ask: AskAuthority = async ({ url, sent }) => {
      if (url !== timestampUrl) throw new Error('not found');
      return answerTimestamp(stamper, sent?.bytes, [stamper, root]);
    };
    await expect(sign({ timestampUrl, level, ask })).rejects.toMatchObject({
      kind: 'proof',
      message: 'the certificate of CN=Ada cannot be proved valid: CRL of http://a.test: not found',
    });
  });
});
