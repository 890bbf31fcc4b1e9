import type { Cell } from '../../pdf/compare-drawn.ts';

/** Effects that readers draw in different ways if they are written as Chromium writes them, by name: what fills a cell. */
const effects = {
  'linear gradient': box('background: linear-gradient(45deg, red, blue)'),
  'repeating linear gradient': box('background: repeating-linear-gradient(90deg, red, blue 20pt)'),
  'slanted stripes': box('background: repeating-linear-gradient(45deg, red 0 6pt, gold 6pt 12pt)'),
  'repeating radial gradient': box('background: repeating-radial-gradient(circle, red, blue 20pt)'),
  rings: box('background: repeating-radial-gradient(ellipse at 20% 30%, red 0 5pt, gold 5pt 10pt)'),
  'conic gradient': box('background: conic-gradient(from 30deg at 20% 70%, red 40deg, lime 90deg 200deg, blue)'),
  rays: box('background: repeating-conic-gradient(red 0 20deg, gold 20deg 40deg)'),
  'reflected linear gradient': svg('<linearGradient id="a" spreadMethod="reflect" x2=".2">', '</linearGradient>'),
  'reflected focal gradient': svg(
    '<radialGradient id="b" spreadMethod="reflect" r=".2" fx=".4" gradientTransform="rotate(20)">',
    '</radialGradient>',
  ),
  'gradient to transparent': box('background: linear-gradient(red, transparent)'),
  'gradient through transparent': box('background: linear-gradient(90deg, red, transparent 50%, blue)'),
  'radial gradient to transparent': box('background: radial-gradient(red, transparent)'),
  'conic gradient to transparent': box('background: conic-gradient(red, transparent)'),
  'gradient between opacities': box('background: linear-gradient(90deg, rgb(255 0 0 / .2), blue), #eee'),
  'stripes with gaps': box('background: repeating-linear-gradient(45deg, red 0 6pt, transparent 6pt 12pt)'),
  'masked box': box('background: red; mask-image: linear-gradient(black, transparent)'),
  'box with a round mask': box('background: red; mask-image: radial-gradient(black 50%, transparent 50%)'),
  'gradient in letters': '<div class="letters">Text</div>',
  'mask of SVG': `<svg><mask id="m"><rect width="50%" height="100%" fill="white"/></mask>
    <rect width="100%" height="100%" fill="green" mask="url(#m)"/></svg>`,
  'mask without a part': box(
    'background: red; mask: linear-gradient(black, black) subtract, radial-gradient(black 50%, transparent 50%)',
  ),
  'emoji with masks': '<div class="emoji">🇩🇪⚠️</div>',
} as const;

function box(style: string): string {
  return `<div style="${style}"></div>`;
}

function svg(start: string, end: string): string {
  const id = /id="(\w+)"/.exec(start)?.[1];
  const stops = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>';
  return `<svg>${start}${stops}${end}<rect width="100%" height="100%" fill="url(#${id})"/></svg>`;
}

/** The size of a cell, and what is between two, in points. */
const [width, height, gap, columns] = [60, 48, 8, 4] as const;

/** Where the effects are, without their edges, which readers round in their own ways. */
export const placedEffects = Object.keys(effects).map((name, index): Cell => {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  const [left, top] = [column * (width + gap) + gap, row * (height + gap) + gap];
  return { name, left: left + 2, top: top + 2, width: width - 4, height: height - 4 };
});

const pageHeight = Math.ceil(placedEffects.length / columns) * (height + gap) + gap;

/** One page with all effects. */
export const effectsPage = `<!doctype html><title>Effects</title><style>
@page { size: ${columns * (width + gap) + gap}pt ${pageHeight}pt; margin: 0 }
body { margin: ${gap}pt; display: grid; grid-template-columns: repeat(${columns}, ${width}pt); gap: ${gap}pt }
div.letters { background: linear-gradient(red, blue); background-clip: text; color: transparent; font: bold 24pt Arimo }
div.emoji { font: 22pt/48pt Arimo; text-align: center }
div, svg { display: block; width: ${width}pt; height: ${height}pt }
</style>${Object.values(effects).join('\n')}`;
