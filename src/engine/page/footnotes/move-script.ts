import { areaMark } from '../paged/translate-css.ts';
import { movedMark, notePlace } from './note-marks.ts';

/**
 * Defines `readMoves(ends, { columns, step, area, edgesOf, roomOf })`, which gives for each note how far it is from where it stands to the
 * foot of its page, and for the first on each page where their area is drawn, and `moveNotes(moves, area)`, which moves them. An end has
 * the `height` and `width` of its page, its `notes`, and whether their area `covers` what is behind it; `step` is from one column to the
 * next. Takes what `openPages` and `findHolders` define from around it.
 */
export const moveNotes = `
  const readMoves = (ends, { columns, step, area, edgesOf, roomOf }) => {
    const { left } = document.documentElement.getBoundingClientRect();
    // From the left edge of its page to the box that holds a note.
    const readBase = (note) => {
      const box = holderOf(note);
      const [rect] = box?.getClientRects() ?? [];
      return rect === undefined ? 0 : rect.left + box.clientLeft - left - columns.columnOf(rect) * step;
    };
    return ends.flatMap(({ height, width, notes, covers }) => {
      const whole = roomOf(notes);
      let y = height - whole + area.inside('Top');
      return notes.map((note, index) => {
        const { before, height: own, after } = edgesOf(note);
        const [rect] = note.getClientRects();
        const move = { note, top: y + before - (rect.top - columns.top), left: area.inside('Left') - readBase(note) };
        const { margin } = area;
        if (index === 0) move.frame = { top: margin.Top - area.inside('Top') - before, height: whole - margin.Top - margin.Bottom, width: width - margin.Left - margin.Right, covers };
        y += before + own + after;
        return move;
      });
    });
  };

  const moveNotes = (moves, area) => {
    for (const { note, top, left, frame } of moves) {
      note.setAttribute('${movedMark}', '');
      note.style.setProperty('${notePlace.top}', top.toFixed(3) + 'px');
      note.style.setProperty('${notePlace.left}', left.toFixed(3) + 'px');
      if (frame) drawArea(note, frame, area);
    }
  };

  // Behind the first of the notes, and before what it covers.
  const drawArea = (note, { top, height, width, covers }, area) => {
    const box = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    box.setAttribute('${areaMark}', '');
    const { marginLeft, borderLeftWidth, borderTopWidth } = getComputedStyle(note);
    const left = area.margin.Left - area.inside('Left') - px(marginLeft) - px(borderLeftWidth);
    for (const [property, length] of Object.entries({ top: top - px(borderTopWidth), height, left, width })) box.style[property] = length + 'px';
    note.prepend(box);
    if (!covers) return;
    const ground = [document.body, document.documentElement].map((root) => getComputedStyle(root).backgroundColor).find((color) => !isClear(color));
    if (isClear(getComputedStyle(box).backgroundColor)) box.style.backgroundColor = ground ?? 'white';
    box.style.boxShadow = '0 ' + -area.margin.Top + 'px ' + (ground ?? 'white');
  };`;
