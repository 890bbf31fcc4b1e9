import type { Face } from './bundled-face.ts';
import { measureText, splitRuns, type TextStyle } from './field-fonts.ts';
import { orderVisually } from './visual-order.ts';
import { findInset, format, type WidgetLook } from './widget-look.ts';

/** How the text of a field is set. */
export interface TextSetting {
  faces: readonly Face[];
  style: TextStyle;
  align: 'left' | 'center' | 'right';
  isMultiline: boolean;
  /** Boxes of equal width, one for each character. */
  cells: number | undefined;
}

/** The content that shows a value, and whether it has room. */
export interface DrawnText {
  content: string;
  fits: boolean;
}

const smallest = 4;
const largestOfSeveral = 12;

/** Draws the text of a field. Nothing for an empty one. */
export function drawText(text: string, look: WidgetLook, setting: TextSetting): DrawnText {
  if (text === '' || setting.faces.length === 0) return { content: wrap('', look), fits: true };
  if (setting.cells !== undefined) return drawCells(text, look, setting, setting.cells);
  return setting.isMultiline ? drawLines(text, look, setting) : drawLine(text, look, setting);
}

function drawLine(text: string, look: WidgetLook, setting: TextSetting): DrawnText {
  const { faces, align } = setting;
  const margin = findMargin(look);
  const room = look.width - 2 * margin;
  const wide = measureText(text, faces);
  const size = setting.style.size || findLineSize(look, faces, wide);
  const width = wide * size;
  const x = align === 'left' ? margin : align === 'center' ? (look.width - width) / 2 : look.width - margin - width;
  // What is too long is cut at its end.
  const line = drawRuns(text, faces, size, width > room ? margin : x, findBaseline(look, faces, size));
  return { content: wrap(buildText(line, setting), look), fits: width <= room + 1 };
}

/** The largest size at which a line has room. */
function findLineSize(look: WidgetLook, faces: readonly Face[], wide: number): number {
  const tall = (look.height - 2 * findInset(look)) / Math.max(1, findLineHeight(faces));
  const across = wide > 0 ? (look.width - 2 * findMargin(look)) / wide : tall;
  return Math.max(smallest, Math.floor(Math.min(tall, across) * 100) / 100);
}

function drawCells(text: string, look: WidgetLook, setting: TextSetting, cells: number): DrawnText {
  const { faces, align } = setting;
  const characters = [...text];
  const cell = look.width / cells;
  const widest = characters.reduce((most, character) => Math.max(most, measureText(character, faces)), 0);
  const tall = (look.height - 2 * findInset(look)) / Math.max(1, findLineHeight(faces));
  const size = setting.style.size || Math.max(smallest, Math.floor(Math.min(tall, cell / widest) * 100) / 100);
  const free = Math.max(0, cells - characters.length);
  const start = align === 'left' ? 0 : align === 'center' ? Math.floor(free / 2) : free;
  const baseline = findBaseline(look, faces, size);
  const drawn = characters.map((character, index) => {
    const width = measureText(character, faces) * size;
    return drawRuns(character, faces, size, (start + index + 0.5) * cell - width / 2, baseline);
  });
  return { content: wrap(buildText(drawn.join(''), setting), look), fits: characters.length <= cells };
}

function drawLines(text: string, look: WidgetLook, setting: TextSetting): DrawnText {
  const { faces, align } = setting;
  const margin = findMargin(look);
  const [width, height] = [look.width - 2 * margin, look.height - 2 * margin];
  const leading = findLineHeight(faces);
  let size = setting.style.size || largestOfSeveral;
  let lines = breakLines(text, faces, width / size);
  while (setting.style.size === 0 && size > smallest && lines.length * leading * size > height) {
    size = Math.max(smallest, size - 0.5);
    lines = breakLines(text, faces, width / size);
  }
  const top = look.height - margin - findAscent(faces) * size;
  const drawn = lines.map((line, index) => {
    const wide = measureText(line, faces) * size;
    const x = align === 'left' ? 0 : align === 'center' ? (width - wide) / 2 : width - wide;
    return drawRuns(line, faces, size, margin + x, top - index * leading * size);
  });
  // The last line may touch the edge.
  const fits = lines.length * leading * size <= height + 0.3 * size;
  return { content: wrap(buildText(drawn.join(''), setting), look), fits };
}

/** Breaks a text at spaces into lines of at most this width in ems, and words that are longer anywhere. */
function breakLines(text: string, faces: readonly Face[], width: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    let used = 0;
    const endLine = () => {
      lines.push(line);
      [line, used] = ['', 0];
    };
    for (const word of paragraph.match(/\s*\S+|\s+/g) ?? []) {
      const wide = measureText(word, faces);
      if (used + wide <= width) {
        line += word;
        used += wide;
        continue;
      }
      if (line !== '') endLine();
      for (const character of word.trimStart()) {
        const step = measureText(character, faces);
        if (line !== '' && used + step > width) endLine();
        line += character;
        used += step;
      }
    }
    lines.push(line);
  }
  return lines;
}

/** One of the choices of a list, as it is shown. */
export interface ListLine {
  shown: string;
  isSelected: boolean;
}

/** Draws a list from its first visible line on, with the selected lines marked. */
export function drawList(lines: readonly ListLine[], look: WidgetLook, setting: TextSetting): string {
  const { faces, style } = setting;
  if (faces.length === 0) return wrap('', look);
  const size = style.size || largestOfSeveral;
  const leading = findLineHeight(faces) * size;
  const inset = findInset(look);
  const margin = findMargin(look);
  const count = Math.min(lines.length, Math.max(1, Math.ceil((look.height - 2 * inset) / leading)));
  const bars: string[] = [];
  const texts: string[] = [];
  for (const [index, { shown, isSelected }] of lines.slice(0, count).entries()) {
    const bottom = look.height - inset - (index + 1) * leading;
    const bar = [inset, bottom, look.width - 2 * inset, leading].map(format).join(' ');
    if (isSelected) bars.push(`0.6 0.757 0.855 rg ${bar} re f\n`);
    const wide = measureText(shown, faces) * size;
    const spare = Math.max(0, look.width - 2 * margin - wide);
    const x = margin + (setting.align === 'left' ? 0 : setting.align === 'center' ? spare / 2 : spare);
    texts.push(drawRuns(shown, faces, size, x, look.height - inset - index * leading - findAscent(faces) * size));
  }
  return wrap(bars.join('') + buildText(texts.join(''), setting), look);
}

/** How many whole lines a list shows. */
export function countLines(look: WidgetLook, { faces, style }: TextSetting): number {
  const leading = findLineHeight(faces) * (style.size || largestOfSeveral);
  return Math.max(1, Math.floor((look.height - 2 * findInset(look)) / leading));
}

/** Distance of text from the edge, as widespread programs have it. */
function findMargin(look: WidgetLook): number {
  return Math.min(2 * Math.max(1, findInset(look)), look.width / 4);
}

function findAscent(faces: readonly Face[]): number {
  return faces[0]?.ascent ?? 0;
}

function findLineHeight(faces: readonly Face[]): number {
  return findAscent(faces) + (faces[0]?.descent ?? 0);
}

/** The line of a single text, centred in the height. */
function findBaseline(look: WidgetLook, faces: readonly Face[], size: number): number {
  return (look.height - findLineHeight(faces) * size) / 2 + (faces[0]?.descent ?? 0) * size;
}

function drawRuns(text: string, faces: readonly Face[], size: number, x: number, y: number): string {
  const visual = orderVisually(text);
  const runs = splitRuns(visual, faces).map(({ face, text: run }) => {
    const codes = [...run].map((character) => face.encode(character)).join('');
    return `/${face.name} ${format(size)} Tf <${codes}> Tj\n`;
  });
  return runs.length === 0 ? '' : `1 0 0 1 ${format(x)} ${format(y)} Tm\n${runs.join('')}`;
}

function buildText(lines: string, { style }: TextSetting): string {
  return lines === '' ? '' : `BT\n${style.colour}\n${lines}ET\n`;
}

/** The part of the content that viewers replace when the value changes (ISO 32000-2, 12.7.4.3). */
function wrap(content: string, look: WidgetLook): string {
  if (content === '') return '/Tx BMC\nEMC\n';
  const inset = findInset(look);
  const clip = [inset, inset, Math.max(0, look.width - 2 * inset), Math.max(0, look.height - 2 * inset)];
  return `/Tx BMC\nq\n${clip.map(format).join(' ')} re W n\n${content}Q\nEMC\n`;
}
