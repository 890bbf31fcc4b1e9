import { chmodSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, findBundledFonts } from '../../../src/browser/chromium/find-browser.ts';
import { preparePrivateFolders } from '../../../src/browser/chromium/private-folders.ts';
import { findFontArchives } from '../../../src/browser/fonts/packed-fonts.ts';
import type { Engine } from '../../../src/engine/index.ts';
import { makePrivateFolder } from '../../engine/private-test-folder.ts';
import { openTestEngine, cacheFolder as ownCache, renderParts } from '../../engine/test-engine.ts';

/** Makes files look as if nobody had read them since 2001. */
function forgetReading(files: readonly string[]): void {
  for (const file of files) utimesSync(file, new Date('2001-01-01'), new Date('2001-01-02'));
}

/** The files that were read since then. */
const listRead = (files: readonly string[]) => files.filter((file) => statSync(file).atime > new Date('2001-01-02'));

/** Whether the disk notes when a file is read (mount(8), "relatime"). */
function notesReading(): boolean {
  const { path, remove } = makePrivateFolder();
  const probe = join(path, 'probe');
  writeFileSync(probe, 'text');
  forgetReading([probe]);
  readFileSync(probe);
  const read = listRead([probe]);
  remove();
  return read.length > 0;
}

describe.runIf(findFontArchives().length === 2 && notesReading())('the faces of large scripts', () => {
  let engine: Engine;
  let faces: string[];
  beforeAll(async () => {
    const { path: cacheFolder, remove } = makePrivateFolder();
    chmodSync(cacheFolder, 0o755);
    // Only the faces are unpacked anew: unpacking Chromium takes seconds.
    const { executable } = await findBrowser(preparePrivateFolders(ownCache));
    // A first browser makes fontconfig's index of the faces, for which it reads them all.
    engine = openTestEngine({ cacheFolder, executable });
    await print('<p>text');
    await engine.close();
    const folders = await findBundledFonts(preparePrivateFolders(cacheFolder));
    const folder = folders.at(-1) ?? '';
    faces = readdirSync(folder).map((name) => join(folder, name));
    // The browser of the tests starts within the first.
    engine = openTestEngine({ cacheFolder, executable });
    return async () => {
      await engine.close();
      remove();
    };
  });

  async function print(body: string): Promise<void> {
    const html = `<!doctype html><meta charset="utf-8">${body}`;
    expect((await renderParts(engine, { html }, { fonts: 'bundled' })).warnings).toEqual([]);
  }

  test('are not read for a page without such text', async () => {
    forgetReading(faces);
    await print(
      '<p>Text Текст שלום سلام ไทย हिन्दी ☑ → ₿ ∑ 👍🏽 🇩🇪 <b>bold</b> <i lang="el">Κείμενο</i> <code>code</code>',
    );
    expect(listRead(faces)).toEqual([]);
  });

  test('are read one by one for a page with such text', async () => {
    forgetReading(faces);
    await print('<p lang="ja">日本語');
    expect(listRead(faces)).toEqual([expect.stringContaining('NotoSansJP')]);
  });
});
