import { settingNames, settingRows, variableOf } from '../../src/cli/settings/settings-table.ts';
import { escapeCell, formatTable } from './markdown-table.ts';

const files = { any: 'every file', trusted: 'the user file, trusted project files', none: 'no file' };

/** Every setting, in the order of the table. */
export function listSettings(): string {
  const rows = settingNames.map((name) => {
    const { default: fallback, otherwise, files: rule, summary } = settingRows[name];
    return [
      `\`${name}\``,
      `\`${variableOf(name)}\``,
      fallback === null ? otherwise : `\`${fallback}\``,
      files[rule],
      escapeCell(summary),
    ];
  });
  return formatTable(['setting', 'environment', 'default', 'allowed in', 'meaning'], rows);
}
