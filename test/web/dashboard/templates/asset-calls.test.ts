import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asset } from '../../../../src/contract/index.ts';
import { openPage } from '../../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/templates/asset-calls.ts');

/** Reads a file as browsers do, or fails. */
class Reader {
  static failure: Error | undefined;
  result = '';
  error: Error | undefined;
  onload = () => {};
  onerror = () => {};
  async readAsDataURL(file: Blob) {
    this.error = Reader.failure;
    if (this.error) return this.onerror();
    this.result = `data:;base64,${Buffer.from(await file.arrayBuffer()).toString('base64')}`;
    this.onload();
  }
}

beforeEach(async () => {
  page = openPage();
  Reader.failure = undefined;
  vi.stubGlobal('FileReader', Reader);
  module = await import('../../../../src/web/dashboard/templates/asset-calls.ts');
});

afterEach(() => page.close());

const asset = (path: string, template: string | null = null) => ({ path, template, type: 'font/woff2' }) as Asset;
const sent = () =>
  page.requests.map(({ method, address, body }) => [method, address.replace(/^.*\/api/, '/api'), body]);

describe('the files of an account', () => {
  it('are those that templates share, and those of a template', async () => {
    const [shared, own, foreign] = [asset('a.png'), asset('b.png', 't1'), asset('c.png', 't2')];
    page.answer(200, { data: [shared, own, foreign] });
    expect(await module.listAssets('t1')).toEqual([shared, own]);
    expect(sent()).toEqual([['GET', '/api/v1/assets', undefined]]);
  });

  it.each([
    ['a.woff2', 'image/png', 'image/png'],
    ['a.woff2', '', 'font/woff2'],
    ['a.b.TTF', '', 'font/ttf'],
    ['a.txt', '', 'application/octet-stream'],
    ['woff', '', 'font/woff'],
  ])('are stored with their type: %s of "%s" is %s', async (name, given, type) => {
    page.answer(200, {});
    await module.storeAsset(new File(['ab'], name, { type: given }), 'fonts/x', 't1');
    const stored = { path: 'fonts/x', type, base64: 'YWI=', template: 't1' };
    expect(sent()).toEqual([['PUT', '/api/v1/assets', { asset: stored }]]);
  });

  it('are stored for all templates without one', async () => {
    page.answer(200, {});
    await module.storeAsset(new File([''], 'a.txt'), 'a.txt', undefined);
    const stored = { path: 'a.txt', type: 'application/octet-stream', base64: '' };
    expect(sent()).toEqual([['PUT', '/api/v1/assets', { asset: stored }]]);
  });

  it('are not stored if they cannot be read', async () => {
    Reader.failure = new Error('gone');
    await expect(module.storeAsset(new File([''], 'a.txt'), 'a.txt', undefined)).rejects.toThrow('gone');
    expect(page.requests).toEqual([]);
  });

  it.each([
    ['t1', '/api/v1/assets/content?path=a%2Fb&template=t1'],
    [null, '/api/v1/assets/content?path=a%2Fb'],
  ])('are read: of the template %s at %s', async (template, address) => {
    page.answer(200, { data: { base64: Buffer.from([0, 255, 7]).toString('base64') } });
    const blob = await module.readAsset(asset('a/b', template));
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 255, 7]);
    expect(blob.type).toBe('font/woff2');
    expect(sent()).toEqual([['GET', address, undefined]]);
  });

  it.each([
    [false, null, '/api/v1/assets?path=a'],
    [true, 't1', '/api/v1/assets?path=a&template=t1&force=true'],
  ])('are deleted, by force: %s', async (isForced, template, address) => {
    page.answer(204);
    await module.deleteAsset(asset('a', template), isForced);
    expect(sent()).toEqual([['DELETE', address, undefined]]);
  });
});
