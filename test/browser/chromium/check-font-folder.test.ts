import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkFontChoice, checkFontFolder } from '../../../src/browser/chromium/check-font-folder.ts';
import { isClosedToOthers, type PrivateFolders } from '../../../src/browser/chromium/private-folders.ts';

const warn = (choice: Parameters<typeof checkFontChoice>[0], platform: NodeJS.Platform) => {
  const warnings: string[] = [];
  checkFontChoice(choice, (text, code) => warnings.push(`${code}: ${text}`), platform);
  return warnings;
};

test.each([
  ['darwin', 'bundled', [], 'does not read the bundled fonts: on macOS'],
  ['win32', 'system', ['C:\\Fonts'], 'does not read the folder of fonts C:\\Fonts: on Windows'],
] as const)('a choice of fonts on %s that its browser cannot follow is a warning', (platform, set, added, text) => {
  expect(warn({ set, added }, platform)).toEqual([expect.stringMatching(/^fonts_ignored: /)]);
  expect(warn({ set, added }, platform)[0]).toContain(text);
});

test('a choice on Linux, and the fonts of the system anywhere, are no warning', () => {
  expect(warn({ set: 'bundled', added: [] }, 'linux')).toEqual([]);
  expect(warn({ set: 'system', added: ['/fonts'] }, 'linux')).toEqual([]);
  expect(warn({ set: 'system', added: [] }, 'darwin')).toEqual([]);
});

describe('a folder of fonts', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
    chmodSync(folder, 0o755);
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  /** The warnings of a folder for a browser of this user. */
  function check(path: string, user?: number): string[] {
    const warnings: string[] = [];
    checkFontFolder(path, { user } as PrivateFolders, (text, code) => warnings.push(`${code}: ${text}`));
    return warnings;
  }
  const write = (name: string, start = 'OTTO', mode = 0o644) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), Buffer.from(`${start} and more`, 'latin1'));
    chmodSync(join(folder, name), mode);
  };

  test.each([
    ['a.ttf', '\0\x01\0\0'],
    ['a.TTF', 'true'],
    ['a.otf', 'OTTO'],
    ['a.ttc', 'ttcf'],
    ['deep/down/a.otc', 'ttcf'],
    ['a.pfa', '%!PS'],
    ['a.pfb', '\x80\x01ab'],
    ['a.otf', 'typ1'],
  ])('counts %s', (name, start) => {
    write(name, start);
    expect(check(folder)).toEqual([]);
  });

  test.each([
    ['a.txt', 'OTTO'],
    ['a.ttf.zip', 'OTTO'],
    ['a.woff2', 'wOF2'],
    ['a.ttf', 'wOF2'],
    ['a.ttf', '<htm'],
    ['a.ttf', '\0\x01\0\x01'],
  ])('does not count %s that begins with %j', (name, start) => {
    write(name, start);
    expect(check(folder)).toEqual([
      `fonts_empty: The folder of fonts ${folder} has no file that counts: a font as .ttf, .otf or .ttc.`,
    ]);
  });

  test('counts a font beside other files, and a link, wherever that leads', () => {
    write('a.txt');
    write('b.ttf');
    expect(check(folder)).toEqual([]);
    rmSync(join(folder, 'b.ttf'));
    symlinkSync('/nowhere', join(folder, 'more'));
    expect(check(folder)).toEqual([]);
  });

  test('does not count a folder with the name of a font', () => {
    mkdirSync(join(folder, 'a.ttf'));
    expect(check(folder)).toHaveLength(1);
  });

  // Another user reaches no folder of a temporary folder that is closed, as that of macOS is.
  const isOpen = process.platform !== 'win32' && !isClosedToOthers(tmpdir());

  test.runIf(isOpen)("counts a font that the browser's user may read, and no other", () => {
    write('a.ttf', 'OTTO', 0o640);
    expect(check(folder)).toEqual([]);
    expect(check(folder, 1234)).toEqual([expect.stringContaining('.ttc, which user 1234 may read.')]);
    write('b.ttf', 'OTTO', 0o604);
    expect(check(folder, 1234)).toEqual([]);
  });

  test('that does not exist, or is a file, is refused', () => {
    write('a.ttf');
    expect(() => check(join(folder, 'none'))).toThrow(`The folder of fonts ${join(folder, 'none')} does not exist.`);
    const file = join(folder, 'a.ttf');
    expect(() => check(file)).toThrow(`${file} is a file. Name the folder that contains it as the folder of fonts.`);
  });

  test.runIf(isOpen)("that is closed to the browser's user is refused, and to another not", () => {
    write('a.ttf');
    chmodSync(folder, 0o700);
    expect(() => check(folder, 1234)).toThrow(
      `root's browser runs as user 1234, which cannot read the folder of fonts ${folder}. Move it, or let others read it.`,
    );
    expect(check(folder)).toEqual([]);
  });
});
