import { afterEach, beforeEach, expect, it } from 'vitest';
import { openPage } from '../../page-here.ts';

let page: ReturnType<typeof openPage>;
let module: typeof import('../../../../src/web/dashboard/template-editor/files/gather-files.ts');

beforeEach(async () => {
  page = openPage();
  module = await import('../../../../src/web/dashboard/template-editor/files/gather-files.ts');
});

afterEach(() => page.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const addresses = () => page.requests.map(({ address }) => decodeURIComponent(address.replace(/^.*\/api/, '/api')));
const read = (bytes: Uint8Array) => Buffer.from(bytes).toString();

/** Answers the questions in the order in which they are asked. */
function answer({ newest = [{ revision: 7 }], slugs = [[]] as string[][] } = {}): void {
  page.answer(200, { data: newest });
  const partials = { 'bill/row': 'own', shared: 'all' };
  const assets = [
    { path: 'logo.png', base64: base64('own') },
    { path: 'font.woff2', base64: base64('all') },
  ];
  page.answer(200, { data: { partials, assets } });
  page.answer(200, { data: [{ path: 'logo.png' }] });
  const [first = [], ...others] = slugs;
  const list = (found: string[], next?: string) =>
    page.answer(200, { data: found.map((slug) => ({ slug })), page: { next: next ?? null } });
  list(first, others.length > 0 ? 'c1' : undefined);
  page.answer(200, { data: { sets: {}, schema: null } });
  for (const [at, more] of others.entries()) list(more, at + 1 < others.length ? `c${at + 2}` : undefined);
}

it('gathers what a template uses, its own below its folder and the rest beside that', async () => {
  answer({ slugs: [['bill/logo.png', 'other']] });
  const files = await module.gatherFiles('t1', 'bill', 'my-bill');
  const found = Object.fromEntries(files.map(({ path, bytes }) => [path, read(bytes)]));
  expect(found).toMatchObject({ 'my-bill/logo.png': 'own', 'font.woff2': 'all' });
  expect(Object.values(found)).toEqual(['own', 'all', 'own', 'all']);
  expect(addresses().slice(0, 4)).toEqual([
    '/api/v1/templates/t1/revisions?limit=1',
    '/api/v1/templates/t1/files?revision=7',
    '/api/v1/assets?template=t1',
    '/api/v1/templates?kind=any&search=bill/&fields=slug&limit=100',
  ]);
});

it('takes a slug that only holds the name of the folder for no file of it', async () => {
  // The slug without its first five characters is the path of an asset that all templates share.
  answer({ slugs: [['old/bfont.woff2', 'bill/logo.png']] });
  const files = await module.gatherFiles('t1', 'bill', 'my-bill');
  expect(files.map(({ path }) => path)).toContain('font.woff2');
  expect(files.map(({ path }) => path)).not.toContain('my-bill/font.woff2');
});

it('takes the first revision if the template has no other', async () => {
  answer({ newest: [] });
  await module.gatherFiles('t1', 'bill', 'my-bill');
  expect(addresses()[1]).toBe('/api/v1/templates/t1/files?revision=1');
});

it('finds what belongs to the template on all pages of a list', async () => {
  answer({ slugs: [['bill/a', 'x'], ['bill/b'], ['bill/bill/row']] });
  const files = await module.gatherFiles('t1', 'bill', 'my-bill');
  expect(addresses().filter((address) => address.includes('search='))).toEqual([
    '/api/v1/templates?kind=any&search=bill/&fields=slug&limit=100',
    '/api/v1/templates?kind=any&search=bill/&fields=slug&limit=100&after=c1',
    '/api/v1/templates?kind=any&search=bill/&fields=slug&limit=100&after=c2',
  ]);
  expect(files.map(({ path }) => path).filter((path) => path.startsWith('my-bill/'))).toHaveLength(2);
});
