import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeLoss, forgetKeptWork, takeKeptWork } from '../../../src/web/dashboard/kept-work.ts';
import {
  findThumbnail,
  forgetThumbnails,
  keepThumbnail,
} from '../../../src/web/dashboard/templates/kept-thumbnails.ts';

/** What this browser keeps: `Object.keys` lists its names, as it does of a real one. */
class Kept {
  [name: string]: unknown;
}
Object.defineProperties(Kept.prototype, {
  getItem: { value: getItem },
  setItem: { value: setItem },
  removeItem: { value: removeItem },
});

function getItem(this: Kept, name: string) {
  return this[name] ?? null;
}

function setItem(this: Kept, name: string, text: string) {
  this[name] = text;
}

function removeItem(this: Kept, name: string) {
  delete this[name];
}

let kept: Kept;
const picture = new Blob(['a']);

beforeEach(() => {
  kept = new Kept();
  vi.stubGlobal('localStorage', kept);
});

afterEach(() => vi.unstubAllGlobals());

describe('unsaved work', () => {
  it('is named before it is lost', () => {
    expect(describeLoss()).toBeUndefined();
    kept['platen-draft a'] = '{}';
    kept.other = '{}';
    expect(describeLoss()).toBe('Unsaved work on 1 template is discarded.');
    kept['platen-draft b'] = '{}';
    expect(describeLoss()).toBe('Unsaved work on 2 templates is discarded.');
  });

  it('stays for its person, and is forgotten for another', async () => {
    takeKeptWork('a@b.example');
    kept['platen-draft a'] = '{}';
    kept.other = 'x';
    takeKeptWork('a@b.example');
    expect(Object.keys(kept).sort()).toEqual(['other', 'platen-draft a', 'platen-person']);
    takeKeptWork('c@d.example');
    expect({ ...kept }).toEqual({ other: 'x', 'platen-person': 'c@d.example' });
    await forgetKeptWork();
    expect({ ...kept }).toEqual({ other: 'x' });
  });
});

describe('pictures of first pages', () => {
  it('are kept by template and version as long as the page, where the browser has no cache', async () => {
    await keepThumbnail('t', '"1"', picture);
    expect(await findThumbnail('t', '"1"')).toBe(picture);
    expect(await findThumbnail('t', '"2"')).toBeUndefined();
    expect(await findThumbnail('u', '"1"')).toBeUndefined();
    await forgetThumbnails();
    expect(await findThumbnail('t', '"1"')).toBeUndefined();
  });

  it('are kept in the cache of the browser, without those of older versions', async () => {
    const stored = new Map<string, Response>();
    const cache = {
      match: async (address: string) => stored.get(address)?.clone(),
      put: async (address: string, response: Response) => void stored.set(address, response),
      async delete(address: string, { ignoreSearch = false } = {}) {
        const isSame = (other: string) =>
          ignoreSearch ? other.split('?')[0] === address.split('?')[0] : other === address;
        for (const other of stored.keys()) if (isSame(other)) stored.delete(other);
      },
    };
    const deleted: string[] = [];
    vi.stubGlobal('caches', { open: async () => cache, delete: async (name: string) => void deleted.push(name) });
    await keepThumbnail('t', '"1"', picture);
    await keepThumbnail('u', '"1"', picture);
    await keepThumbnail('t', '"2"', new Blob(['bc']));
    expect([...stored.keys()]).toEqual(['/platen-thumbnails/u?%221%22', '/platen-thumbnails/t?%222%22']);
    expect((await findThumbnail('t', '"2"'))?.size).toBe(2);
    expect(await findThumbnail('t', '"1"')).toBeUndefined();
    await forgetThumbnails();
    expect(deleted).toEqual(['platen-thumbnails']);
  });
});
