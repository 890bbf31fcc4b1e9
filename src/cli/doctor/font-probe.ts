/** A writing system: two of its letters, which look different in any font that has them. */
export interface Script {
  name: string;
  letters: readonly [string, string];
  /** The package of Debian and Ubuntu that has it. */
  fontPackage: string;
}

/** What documents are written in. */
export const scripts: readonly Script[] = [
  { name: 'Latin', letters: ['A', 'ß'], fontPackage: 'fonts-noto-core' },
  { name: 'Cyrillic', letters: ['Ж', 'Я'], fontPackage: 'fonts-noto-core' },
  { name: 'Greek', letters: ['Ω', 'λ'], fontPackage: 'fonts-noto-core' },
  { name: 'Arabic', letters: ['ع', 'س'], fontPackage: 'fonts-noto-core' },
  { name: 'Hebrew', letters: ['א', 'ש'], fontPackage: 'fonts-noto-core' },
  { name: 'Devanagari', letters: ['क', 'अ'], fontPackage: 'fonts-noto-core' },
  { name: 'Thai', letters: ['ก', 'ฬ'], fontPackage: 'fonts-noto-core' },
  { name: 'Han', letters: ['漢', '一'], fontPackage: 'fonts-noto-cjk' },
  { name: 'Kana', letters: ['あ', 'ツ'], fontPackage: 'fonts-noto-cjk' },
  { name: 'Hangul', letters: ['한', '글'], fontPackage: 'fonts-noto-cjk' },
  { name: 'Emoji', letters: ['😀', '🚀'], fontPackage: 'fonts-noto-color-emoji' },
];

const marker = 'platen-fonts-missing';

/**
 * A page that finds out which scripts the browser has no font for: letters without one all show the same sign. It tells by
 * the name of an image that does not exist, because such a warning is what comes back from any render.
 */
export function buildFontProbe(): string {
  const list = JSON.stringify(scripts.map(({ name, letters }) => [name, ...letters]));
  return `<!doctype html><meta charset="utf-8"><title>Fonts</title><script>
const draw = (letter) => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 48;
  const context = canvas.getContext('2d');
  context.font = '32px sans-serif';
  context.fillText(letter, 4, 36);
  return canvas.toDataURL();
};
const blank = draw('');
const missing = ${list}.filter(([, first, second]) => draw(first) === draw(second) || draw(first) === blank);
const image = new Image();
image.src = ['${marker}', ...missing.map(([name]) => name), 'end.png'].join('.');
document.documentElement.append(image);
</script>`;
}

/** The scripts that a render of the probe found no font for; undefined where it did not find out. */
export function readFontProbe(warnings: readonly { detail: string }[]): Script[] | undefined {
  for (const { detail } of warnings) {
    const found = new RegExp(`${marker}\\.([\\w.]*?)\\.?end\\.png`).exec(detail)?.[1];
    if (found !== undefined) return scripts.filter(({ name }) => found.split('.').includes(name));
  }
  return undefined;
}
