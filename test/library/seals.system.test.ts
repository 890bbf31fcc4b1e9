import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { openPlaten, type PlatenOptions } from '../../src/library/index.ts';
import { askPoppler, hasPoppler } from '../helpers/read-signature.ts';
import { makeSigningAuthority } from '../helpers/signing-authority.ts';
import { buildPages } from '../pdf/build-pdf.ts';

const authority = makeSigningAuthority();
afterAll(() => authority.remove());
const secret = 'the password of ada';
const certificate = readFileSync(authority.pack(authority.issue('ada'), secret));
const request = { parts: { pdf: buildPages(1) }, pdf: { sign: { seal: 'ada' } } };

async function open(seals: PlatenOptions['seals']) {
  return openPlaten({ dataDir: authority.folder, chromium: '/nowhere', seals });
}

describe('seals in the options of openPlaten', () => {
  it.skipIf(!hasPoppler)('sign renders, and each of many', async () => {
    await using platen = await open({ ada: { certificate, password: secret } });
    const pdf = await platen.renderPdf(request);
    expect(askPoppler(await pdf.bytes())).toContain('Signature is Valid');
    for await (const { pdf: each } of platen.renderMany([request, request]))
      expect(askPoppler((await each?.bytes()) ?? Buffer.alloc(0))).toContain('Signature is Valid');
  });

  it('that cannot sign are named by the render that needs one', async () => {
    await using platen = await open({ ada: { certificate, password: 'another' } });
    const error = await platen.renderPdf(request).catch((thrown: Error) => thrown);
    expect(error).toMatchObject({ code: 'config_invalid', message: expect.stringContaining('"ada" cannot sign') });
    expect(await platen.renderPdf({ parts: request.parts })).toMatchObject({ pages: 1 });
  });
});
