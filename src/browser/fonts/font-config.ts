import { existsSync } from 'node:fs';
import { buildFontRules, type FontSet } from './font-rules.ts';

/** The folders with faces, and where to keep the index. */
export interface FontSources {
  set: FontSet;
  /** Of the operator, and of the browser. They belong to the system: `bundled` leaves them out. */
  added: readonly string[];
  /** With the bundled faces. */
  bundled: readonly string[];
  /** Keeps fontconfig's index of the fonts between runs. */
  index: string;
}

const systemFile = '/etc/fonts/fonts.conf';
const usualFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * Hints fit glyphs to the pixels of a screen, and with full hints, fontconfig's default, Chromium rounds the width of each glyph to
 * a whole pixel: a printed word falls apart.
 */
const unhinted = '<match target="font"><edit name="hintstyle" mode="assign"><const>hintnone</const></edit></match>';

/** Builds a fontconfig file (fontconfig user's manual, "Configuration file format"). */
export function buildFontConfig({ set, added, bundled, index }: FontSources): string {
  const system = set === 'system' ? [...listSystem(), ...added.map(buildFolder)] : [];
  // First, because fontconfig writes to the first writable folder, and the system's are in the profile, which is removed.
  const lines = [
    `<cachedir>${escapeXml(index)}</cachedir>`,
    ...system,
    ...bundled.map(buildFolder),
    ...buildFontRules(set),
    unhinted,
  ];
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`;
}

/** The system's configuration or, without one, the usual folders. */
function listSystem(): string[] {
  if (existsSync(systemFile)) return [`<include ignore_missing="yes">${systemFile}</include>`];
  return usualFolders.map(buildFolder);
}

function buildFolder(folder: string): string {
  return `<dir>${escapeXml(folder)}</dir>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
