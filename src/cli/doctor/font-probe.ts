/** A writing system, with two letters that differ in every font that has them. */
export interface Script {
  name: string;
  letters: readonly [string, string];
  /** The package of Debian and Ubuntu that has it. */
  fontPackage: string;
}

/** The writing systems that the probe tries. */
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
 * A page that finds the scripts without a font: their letters are all drawn as the same box. It reports them in the name of
 * an image that does not exist, because every render returns a warning with that name.
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

/** The scripts without a font, from the warnings of a render of the probe; undefined where the probe did not run. */
export function readFontProbe(warnings: readonly { detail: string }[]): Script[] | undefined {
  for (const { detail } of warnings) {
    const found = new RegExp(`${marker}\\.([\\w.]*?)\\.?end\\.png`).exec(detail)?.[1];
    if (found !== undefined) return scripts.filter(({ name }) => found.split('.').includes(name));
  }
  return undefined;
}
