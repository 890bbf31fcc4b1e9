import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listSiteFiles } from '../../../../src/cli/documents/assets/list-site-files.ts';
import { loadAsset } from '../../../../src/cli/documents/assets/load-asset.ts';
import { noteReads } from '../../../../src/cli/files/note-reads.ts';

let base: string;
let root: string;

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'platen-assets-')));
  root = join(base, 'root');
  for (const name of ['a.png', 'sub/b.css', 'sub/page.html', '.git/c.png', 'node_modules/d.js', '..e.png', 'key.pem']) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), 'xyz');
  }
  writeFileSync(join(base, 'secret.png'), 'x');
  const links = {
    'out.png': join(base, 'secret.png'),
    'in.png': join(root, 'a.png'),
    'hidden.png': join(root, '.git/c.png'),
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(root, name));
  symlinkSync(join(root, 'key.pem'), join(root, 'key.png'));
  symlinkSync(join(root, 'loop.png'), join(root, 'loop.png'));
  mkdirSync(join(root, 'folder.png'));
});

afterAll(() => rmSync(base, { recursive: true }));

const load = (path: string, accept: (bytes: number) => void = () => {}) => loadAsset(root, path.split('/'), accept);

describe('a file of a document', () => {
  it.each([
    ['a.png', 'image/png', 'a.png'],
    ['sub/b.css', 'text/css', 'sub/b.css'],
    ['in.png', 'image/png', 'a.png'],
  ])('%s is loaded', async (path, type, file) => {
    expect(await load(path)).toEqual({ type, bytes: Buffer.from('xyz'), file: join(root, file) });
  });

  it.each([
    ['key.pem', 'is not of a kind that a page can use'],
    ['missing.png', 'cannot be found'],
    ['a.png/b.png', 'cannot be found'],
    [`${'x'.repeat(300)}.png`, 'cannot be found'],
    ['loop.png', 'is a link that leads back to itself'],
    ['out.png', 'is a link that leaves the folder of the document; --root <dir> widens it'],
    ['hidden.png', 'leads to a name that starts with a dot'],
    ['key.png', 'leads to a file that no page can use'],
    ['folder.png', expect.stringMatching(/^(is a folder|leads to)/)],
  ])('%s is left out', async (path, problem) => {
    expect(await load(path)).toEqual({ problem });
  });

  it('is refused by its size before it is read', async () => {
    const sizes: number[] = [];
    const failure = new Error('x');
    const accept = (bytes: number) => {
      sizes.push(bytes);
      throw failure;
    };
    await expect(load('a.png', accept)).rejects.toBe(failure);
    expect(sizes).toEqual([3]);
  });
});

describe('the files of a site', () => {
  const list = async (limits: { files: number; bytes: number }) =>
    (await listSiteFiles(join(root), limits))?.map((path) => path.slice(root.length + 1));

  it('are all that a page can use, without hidden ones, packages and other pages', async () => {
    const found = await list({ files: 100, bytes: 1000 });
    expect(found).toContain('sub/b.css');
    expect(found?.filter((path) => /html|\.git|node_modules|\.\.e|pem/.test(path))).toEqual([]);
    expect(found).toEqual(found?.toSorted());
  });

  it('are within the limits, or undefined', async () => {
    const sub = join(root, 'sub');
    expect(await listSiteFiles(sub, { files: 1, bytes: 3 })).toHaveLength(1);
    expect(await listSiteFiles(sub, { files: 0, bytes: 3 })).toBeUndefined();
    expect(await listSiteFiles(sub, { files: 1, bytes: 2 })).toBeUndefined();
  });
});

it('what is read, or missing, is noted for a command that watches', async () => {
  const noted: unknown[] = [];
  const notes = {
    file: (path: string) => noted.push(path.slice(root.length + 1)),
    folder: (path: string, which: object) => noted.push([path.slice(root.length + 1), which]),
  };
  await noteReads(notes, async () => {
    await load('in.png');
    await load('missing.png');
    await load('key.pem');
    await listSiteFiles(join(root, 'sub'), { files: 9, bytes: 999 });
  });
  expect(noted).toEqual(['in.png', 'a.png', 'missing.png', ['sub', { deep: true }]]);
});
