import { areaMark } from '../paged/translate-css.ts';
import {
  afterMark,
  afterPlace,
  columnEndMark,
  columnMark,
  endMark,
  movedMark,
  noteMark,
  notePlace,
  roomMark,
  topMark,
} from './note-marks.ts';

/**
 * CSS pixels by which the document is narrower than its page. Rounding makes justified lines a hair longer than that, and what is longer than
 * a page has Chromium lay out all of it on a wider one, and print it smaller.
 */
export const spare = 0.125;

/** What holds of footnotes on paper. Each stands where its call does until it is moved. */
const paperCss = `
  :root { margin-inline-end: ${spare}px !important }
  [${roomMark}] { all: unset !important; float: left !important; clear: both !important; width: 100% !important; break-inside: avoid !important }
  [${endMark}] { break-before: page !important }
  [${columnEndMark}] { break-before: column !important }
  [${topMark}] { margin-block-start: 0 !important }
  [${noteMark}] { display: inline !important; position: absolute !important; float: none !important; box-sizing: border-box !important;
    right: auto !important; top: auto !important; bottom: auto !important; z-index: 0 !important; writing-mode: horizontal-tb !important; break-inside: avoid !important; width: var(${notePlace.width}) !important }
  [${noteMark}][${movedMark}] { margin-top: var(${notePlace.top}) !important; left: var(${notePlace.left}) !important }`;

/** Where the area of a page is drawn. Its own margins are room, and nothing to draw. */
const areaCss = `[${areaMark}] { position: absolute !important; z-index: -1 !important; box-sizing: border-box !important; margin: 0 !important }`;

/**
 * Defines `takeBack()`, which undoes what placing footnotes has done before, and `measureNotes(notes, widthOf)`, which gives the `area` of
 * their style sheet, `edgesOf(note)`, and `roomOf(notes)`, the height that some need, in CSS pixels. `widthOf(note)` is the width of its page.
 */
export const measureNotes = `
  const px = (text) => Number.parseFloat(text) || 0;
  const addSheet = (css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    return sheet;
  };
  const dropSheet = (sheet) => document.adoptedStyleSheets.splice(document.adoptedStyleSheets.indexOf(sheet), 1);

  const takeBack = () => {
    for (const mark of ['${endMark}', '${columnEndMark}', '${topMark}', '${columnMark}', '${movedMark}'])
      for (const element of document.querySelectorAll('[' + mark + ']')) element.removeAttribute(mark);
    for (const element of document.querySelectorAll('[id^="${afterPlace}"]')) element.removeAttribute('id');
    for (const room of document.querySelectorAll('[${roomMark}], [${afterMark}]')) {
      const { previousSibling: before, nextSibling: after } = room;
      room.remove();
      if (!(before instanceof Text && after instanceof Text)) continue;
      before.appendData(after.data);
      after.remove();
    }
    for (const area of document.querySelectorAll('[${areaMark}]')) area.remove();
    for (const sheet of [...document.adoptedStyleSheets]) if (sheet.cssRules[1]?.selectorText === '[${roomMark}]') dropSheet(sheet);
  };

  const readArea = () => {
    const probe = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    probe.setAttribute('${areaMark}', '');
    document.documentElement.append(probe);
    const style = getComputedStyle(probe);
    const sides = (kind, end = '') => Object.fromEntries(['Top', 'Right', 'Bottom', 'Left'].map((side) => [side, px(style[kind + side + end])]));
    const [margin, border, padding] = [sides('margin'), sides('border', 'Width'), sides('padding')];
    probe.remove();
    const inside = (side) => margin[side] + border[side] + padding[side];
    return { margin, inside };
  };

  const measureNotes = (notes, widthOf) => {
    const area = readArea();
    addSheet(\`${paperCss}\n${areaCss}\`);
    for (const note of notes) {
      const { marginLeft, marginRight } = getComputedStyle(note);
      const width = widthOf(note) - area.inside('Left') - area.inside('Right') - px(marginLeft) - px(marginRight);
      note.style.setProperty('${notePlace.width}', Math.max(1, width) + 'px');
    }
    const edges = new Map(notes.map((note) => {
      const { marginTop, marginBottom } = getComputedStyle(note);
      return [note, { before: px(marginTop), height: note.getBoundingClientRect().height, after: px(marginBottom) }];
    }));
    const edgesOf = (note) => edges.get(note);
    const inside = area.inside('Top') + area.inside('Bottom');
    const roomOf = (some) => some.reduce((sum, note) => {
      const { before, height, after } = edgesOf(note);
      return sum + before + height + after;
    }, some.length === 0 ? 0 : inside);
    return { area, edgesOf, roomOf };
  };`;
