/** Which faces count: those of the system with the bundled ones after them, or only the latter. */
export type FontSet = 'system' | 'bundled';

/**
 * What prints well-known families and the generic ones of CSS (CSS Fonts 4, section 2.1.3). Arimo, Tinos and Cousine have the widths
 * of Arial, Times New Roman and Courier New.
 */
const standIns: Record<string, readonly string[]> = {
  Arimo: ['Arial', 'Helvetica', 'Liberation Sans', 'sans-serif', 'sans', 'system-ui', 'fantasy'],
  Tinos: ['Times New Roman', 'Times', 'Liberation Serif', 'serif', 'cursive'],
  Cousine: ['Courier New', 'Courier', 'Liberation Mono', 'monospace', 'mono'],
  // The browser asks for the first by the name of a font that is known to have mathematics.
  'Noto Sans Math': ['Latin Modern Math', 'Cambria Math', 'math'],
  'Noto Color Emoji': ['emoji'],
};

/** Faces by languages as fontconfig and browsers write them. Emoji have one, too (Unicode Technical Standard 51, section 3.1). */
const byLanguage: Record<string, readonly string[]> = {
  'Noto Color Emoji': ['und-zsye'],
  'Noto Sans Japanese': ['ja'],
  'Noto Sans Korean': ['ko'],
  'Noto Sans T Chinese': ['zh-tw', 'zh-hk', 'zh-mo', 'zh-hant'],
  'Noto Sans S Chinese': ['zh-cn', 'zh-sg', 'zh-hans', 'zh'],
};

/** If several faces have a character, these in this order: fontconfig would take the newest. Colours only if they are asked for. */
const signs = ['Noto Sans', 'Noto Sans Symbols', 'Noto Sans Symbols 2', 'Noto Sans Math', 'Noto Color Emoji'];

/**
 * Rules of a fontconfig file: what stands in for a family, and whose forms a language wants. With `bundled` the stand-in goes first, so
 * that the browser takes it for the family itself; else it goes behind what the system has.
 */
export function buildFontRules(set: FontSet): string[] {
  const mode = set === 'bundled' ? 'prepend' : 'append';
  return [
    ...listPairs(standIns).map(([face, name]) => buildRule('family', 'eq', name, mode, 'same', face)),
    ...listPairs(byLanguage).map(([face, language]) => buildRule('lang', 'eq', language, 'append_last', 'weak', face)),
    ...signs.map((face) => `<match>${buildEdit('append_last', 'weak', face)}</match>`),
  ];
}

function listPairs(table: Record<string, readonly string[]>): [face: string, name: string][] {
  return Object.entries(table).flatMap(([face, names]) => names.map((name): [string, string] => [face, name]));
}

function buildRule(test: string, compare: string, value: string, mode: string, binding: string, face: string): string {
  const condition = `<test name="${test}" compare="${compare}"><string>${value}</string></test>`;
  return `<match>${condition}${buildEdit(mode, binding, face)}</match>`;
}

function buildEdit(mode: string, binding: string, face: string): string {
  return `<edit name="family" mode="${mode}" binding="${binding}"><string>${face}</string></edit>`;
}
