import { expect, test } from 'vitest';
import { checkFontChoice } from '../../../src/browser/chromium/check-font-folder.ts';

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
