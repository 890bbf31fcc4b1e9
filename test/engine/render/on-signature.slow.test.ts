import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { openSigner, signPdf } from '../../../src/pdf/index.ts';
import { askPoppler, hasPoppler } from '../../helpers/read-signature.ts';
import { makeSigningAuthority } from '../../helpers/signing-authority.ts';
import { buildPages } from '../../pdf/build-pdf.ts';
import { openTestEngine } from '../test-engine.ts';

const authority = makeSigningAuthority();
const issued = authority.issue('ada');
const files = { certificate: readFileSync(issued.cert), key: readFileSync(issued.key) };
let engine: Engine;
let pdf: Buffer;

const sign = async (bytes: Uint8Array, certify?: 'no-changes') => {
  const options = { signer: await openSigner(files, new Date()), now: new Date(), certify };
  return Buffer.from(await signPdf(bytes, { ...options, ask: () => Promise.reject(new Error('not asked')) }));
};
const render = (request: RenderRequest) => engine.render(request, { account: 'a' });

beforeAll(async () => {
  engine = openTestEngine({ seals: { files: { ada: files } } });
  pdf = await sign(buildPages(2));
});
afterAll(async () => {
  await engine.close();
  authority.remove();
});

describe('a signed PDF', () => {
  it('stays byte for byte if it is the only part and nothing changes it', async () => {
    for (const parts of [{ pdf }, [{ pdf, options: { on_signature: 'fail' as const } }]]) {
      const result = await render({ parts });
      expect([Buffer.from(result.pdf).equals(pdf), result.pages, result.warnings]).toEqual([true, 2, []]);
    }
  });

  it.skipIf(!hasPoppler)('gets another signature that leaves the first one valid', async () => {
    const result = await render({ parts: { pdf }, pdf: { sign: { seal: 'ada', reason: 'Again' } } });
    expect(Buffer.from(result.pdf).subarray(0, pdf.length).equals(pdf)).toBe(true);
    expect(askPoppler(result.pdf).match(/Signature is Valid/g)).toHaveLength(2);
  });

  it.each<[string, (parts: { pdf: Buffer }) => RenderRequest]>([
    ['beside another part', (part) => ({ parts: [part, { pdf: buildPages(1) }] })],
    ['with a page left out', (part) => ({ parts: { ...part, options: { page_ranges: '1' } } })],
    ['with a page of the document left out', (part) => ({ parts: part, options: { page_ranges: '1' } })],
    ['with another title', (part) => ({ parts: part, metadata: { title: 'A' } })],
    ['with an entry in the outline', (part) => ({ parts: { ...part, title: 'A' } })],
    ['without its outline', (part) => ({ parts: part, options: { outline: false } })],
    ['under an overlay', (part) => ({ parts: part, overlays: [{ pdf: buildPages(1) }] })],
    ['in another version', (part) => ({ parts: part, pdf: { version: '2.0' } })],
    ['with smaller images', (part) => ({ parts: part, pdf: { image_dpi: 150 } })],
    ['with an attachment', (part) => ({ parts: part, pdf: { attachments: [attachment] } })],
  ])('loses its signature %s, or the render fails', async (_, build) => {
    const result = await render(build({ pdf }));
    expect(result.warnings.map(({ code }) => code)).toContain('signature_dropped');
    const { options, ...rest } = build({ pdf });
    const refused = render({ ...rest, options: { ...options, on_signature: 'fail' } });
    await expect(refused).rejects.toMatchObject({
      code: 'signature_lost',
      part: 0,
      detail: 'the signature of Signature_1 would be lost: it is valid only in its original file.',
    });
  });

  it('loses its signature if it has what is always removed', async () => {
    const catalog = '/OpenAction <</S /JavaScript /JS (app.alert(1))>>';
    const active = await sign(buildPages(1, { catalog }));
    const result = await render({ parts: { pdf: active } });
    expect(result.warnings.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['signature_dropped', 'action_dropped']),
    );
    expect(Buffer.from(result.pdf).includes('JavaScript')).toBe(false);
  });

  it.each<[string, () => Promise<Buffer>, object, RegExp]>([
    ['is certified without changes', () => sign(buildPages(1), 'no-changes'), {}, /certified, and allows no changes/],
    ['is signed, and is to be certified', async () => pdf, { certify: 'annotate' }, /signed already/],
  ])('is not signed again if it %s', async (_, build, more, message) => {
    const request = { parts: { pdf: await build() }, pdf: { sign: { seal: 'ada', ...more } } };
    await expect(render(request)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(message),
    });
  });
});

const attachment = { name: 'a.txt', type: 'text/plain', base64: 'YQ==' };
