import { existsSync } from 'node:fs';

const systemFile = '/etc/fonts/fonts.conf';
const usualFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * Builds a fontconfig file (fontconfig user's manual, "Configuration file format"): the system's configuration or, without
 * one, the usual folders; then `folders`. `index` is the folder that keeps fontconfig's index of the fonts between runs.
 */
export function buildFontConfig(folders: readonly string[], index: string): string {
  const system = existsSync(systemFile)
    ? [`<include ignore_missing="yes">${systemFile}</include>`]
    : usualFolders.map(buildFolder);
  // First, because fontconfig writes to the first writable folder, and the system's lie in the profile, which is removed.
  const lines = [`<cachedir>${escapeXml(index)}</cachedir>`, ...system, ...folders.map(buildFolder)];
  return `<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig>\n${lines.join('\n')}\n</fontconfig>\n`;
}

function buildFolder(folder: string): string {
  return `<dir>${escapeXml(folder)}</dir>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
