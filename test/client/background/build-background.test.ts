import { describe, expect, it } from 'vitest';
import { openMemoryClient } from '../memory-client.ts';

const id = '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f';
const pdf = '%PDF-1.7\nabcdefgh\n%%EOF\n';
/** The signature of a PNG and a header with its size. */
const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000030000000208060000', 'hex');

const open = (type: string, body: string | Buffer = pdf) =>
  openMemoryClient({ headers: { 'content-type': type, 'platen-pages': '2' }, body });

describe('the result of a background render', () => {
  it('is a PDF', async () => {
    const { client, requests } = open('application/pdf');
    const rendered = await client.readRender(id);
    expect([rendered.pages, Buffer.from(await rendered.bytes()).toString()]).toEqual([2, pdf]);
    expect(requests[0]).toMatchObject({ route: 'getRenderPdf', headers: { accept: 'application/pdf' } });
  });

  it('may be images', async () => {
    const { client, requests } = open('image/png', png);
    expect((await client.readImages(id)).images).toEqual([
      { page: 1, type: 'image/png', width: 3, height: 2, bytes: png },
    ]);
    expect(requests[0]).toMatchObject({
      route: 'getRenderResult',
      headers: { accept: 'application/pdf, image/*, application/zip' },
    });
  });

  it('is not read as images if it is a PDF', async () => {
    await expect(open('application/pdf').client.readImages(id)).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: `the render ${id} has made a PDF: read it with readRender`,
    });
  });

  it('is no JSON', async () => {
    await expect(open('application/json', '{}').client.readRender(id)).rejects.toMatchObject({
      message: 'the service answered JSON instead of a PDF',
    });
  });
});

describe('a submission', () => {
  it('asks for an answer before the end of the render', async () => {
    const { client, requests } = openMemoryClient({ status: 202, body: { data: { id, status: 'queued' } } });
    await client.submitRender({ parts: 'x' });
    await client.submitImages({ parts: 'x' });
    expect(requests.map(({ route, headers }) => [route, headers.prefer])).toEqual([
      ['renderPdf', 'respond-async'],
      ['renderImage', 'respond-async'],
    ]);
  });
});

describe('a question for a background render', () => {
  const state = { body: { data: { id, status: 'queued' } } };

  it('may be answered later', async () => {
    const { client, requests } = openMemoryClient(state);
    await client.getRender(id);
    await client.getRender(id, { waitSeconds: 0 });
    expect(requests.map(({ url }) => url.search)).toEqual(['', '?wait_seconds=0']);
  });

  it('has options that are valid', async () => {
    const { client, requests } = openMemoryClient(state);
    await expect(client.getRender(id, { waitSeconds: -1 })).rejects.toMatchObject({ code: 'invalid_request' });
    expect(requests).toEqual([]);
  });
});
