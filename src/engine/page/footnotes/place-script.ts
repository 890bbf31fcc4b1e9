import { areaMark } from '../paged/translate-css.ts';
import { openColumns } from './columns-script.ts';
import { defineLines } from './lines-script.ts';
import { measureNotes, spare } from './measure-script.ts';
import { columnEndMark, endMark, noteMark, roomMark, topMark } from './note-marks.ts';
import { endPage } from './page-end-script.ts';
import { openView } from './view-script.ts';

/** How often the end of one page is moved until its footnotes have room. Each time moves a line at least. */
const tryLimit = 8;

/** Footnotes that may be on one page, where each page counts its own. */
const pageNoteLimit = 200;

/**
 * Sets footnotes to the foot of the pages that their calls are on. The document is laid out in columns as large as its pages, which
 * Chromium divides as it divides pages (CSS Fragmentation 3); where the footnotes of a page need room, the lines in it are made to begin
 * the next. Then each footnote is moved from where it stands in the text, so that nothing adds up from page to page. Takes PageBoxes
 * with a NoteState, and gives PlacedNotes.
 */
export const placeNotesScript = `({ boxes, countsByPage, inText, shrink }) => {
  ${measureNotes}
  ${openColumns}
  ${defineLines}
  ${endPage}
  ${openView}
  const nameBox = (name, sides) => [name, ''].flatMap((known) => sides.map((side) => known + ':' + side)).find((key) => key in boxes);
  // Footnotes are never what a document is shrunk for.
  const widthOf = (element) => boxes[nameBox(pageNameOf(element), ['right'])].width - ${spare};
  const width = boxes[':right'].width - ${spare};
  for (const place of inText) document.getElementById(decodeURIComponent(place))?.removeAttribute('${noteMark}');
  const holderOf = (note) => {
    for (let box = note.parentElement; box !== document.documentElement; box = box.parentElement) {
      const { position, transform, filter, perspective, contain, willChange, backdropFilter, containerType } = styleOf(box);
      const plain = [transform, filter, perspective, backdropFilter].every((value) => value === 'none') && containerType === 'normal';
      if (position !== 'static' || !plain || /paint|layout|strict|content/.test(contain) || /transform|filter|perspective/.test(willChange)) return box;
    }
    return undefined;
  };
  // Whether nothing of a box is seen at the foot of a page, because what holds it cuts it off.
  const isCut = (note) => {
    for (let box = holderOf(note); box && box !== document.body && box !== document.documentElement; box = box.parentElement) {
      const { overflowX, overflowY, clipPath, contain } = styleOf(box);
      if (overflowX + overflowY !== 'visiblevisible' || clipPath !== 'none' || /paint|strict|content/.test(contain)) return true;
    }
    return false;
  };
  const isUpright = [document.documentElement, document.body].some((root) => styleOf(root).writingMode !== 'horizontal-tb');

  const all = [...document.querySelectorAll('[${noteMark}]')];
  takeBack(all);
  const failed = [];
  const describe = (note) => ({ note: encodeURIComponent(note.id), text: note.textContent.replace(/\\s+/g, ' ').trim().slice(0, 40) });
  const putBack = (note) => {
    note.removeAttribute('${noteMark}');
    for (const name of moved) note.style.removeProperty(name);
    failed.push(describe(note));
  };
  for (const note of all) if (isUpright || isCut(note)) putBack(note);
  const notes = all.filter((note) => note.hasAttribute('${noteMark}') && note.previousElementSibling.checkVisibility());
  const { area, edgesOf } = measureNotes(notes, (note) => widthOf(note) / shrink);
  const tallest = Math.max(...Object.values(boxes).map(({ height }) => height));
  const { gap, close } = openColumns(width, tallest, widthOf);
  const columns = readColumns({ width, gap });
  const noteOf = new Map(notes.map((note) => [note.previousElementSibling, note]));
  const lengthOf = (note) => {
    const { before, height, after } = edgesOf(note);
    return before + height + after;
  };

  const chooseBox = (lines, page) => {
    const side = page % 2 === 0 ? 'right' : 'left';
    return nameBox(lines.length === 0 ? '' : pageNameOf(lines[0].block), page === 0 ? ['first', side] : [side]);
  };

  // The lower edge of a line, with those of the boxes that end with it.
  const readBottom = (line, page) => {
    let { bottom } = line;
    const next = columns.leaves[line.end + 1];
    for (let box = line.block; box !== document.body && box !== document.documentElement; box = box.parentElement) {
      if (next && box.contains(next)) break;
      const { paddingBottom, borderBottomWidth } = styleOf(box);
      const last = px(paddingBottom) + px(borderBottomWidth) > 0 ? [...box.getClientRects()].at(-1) : undefined;
      if (last && columns.columnOf(last) === page) bottom = Math.max(bottom, last.bottom - columns.top);
    }
    return bottom;
  };

  // Whether a box that shows its edges or its ground goes on beyond a page: it reaches to the foot then, where the notes are.
  const isClear = (color) => /[,/] 0\\)$/.test(color);
  const isDivided = (line, page) => {
    for (let box = line?.block; box && box !== document.body && box !== document.documentElement; box = box.parentElement) {
      const { borderLeftStyle, borderRightStyle, backgroundColor, backgroundImage, boxShadow, outlineStyle } = styleOf(box);
      const shows = borderLeftStyle + borderRightStyle + outlineStyle + backgroundImage + boxShadow !== 'none'.repeat(5) || !isClear(backgroundColor);
      const last = shows ? [...box.getClientRects()].at(-1) : undefined;
      if (last && columns.columnOf(last) > page) return true;
    }
    return false;
  };

  const calls = [...noteOf.keys()];
  let counted = 0;
  const countFrom = (page) => {
    while (counted < calls.length && !rectsOf(calls[counted]).some((rect) => columns.columnOf(rect) >= page)) counted += 1;
    for (const [index, call] of calls.slice(counted, counted + ${pageNoteLimit}).entries()) call.style.setProperty('counter-set', 'footnote ' + (index + 1), 'important');
  };

  // What is in the text where there is no room at the foot.
  const giveUp = (call) => {
    putBack(noteOf.get(call));
    noteOf.delete(call);
  };

  const callsOf = (lines) => lines.flatMap((line) => line.calls.filter((call) => noteOf.has(call)).map((call) => ({ line, call, note: noteOf.get(call) })));

  const roomOf = (some) => some.reduce((sum, { note }) => sum + lengthOf(note), some.length === 0 ? 0 : area.inside('Top') + area.inside('Bottom'));

  // The first calls of a page whose notes have room below them, and where the text ends above these.
  const plan = (here, height) => {
    let [count, lowest, room] = [0, 0, roomOf(here.slice(0, 1))];
    for (const [index, { line, note }] of here.entries()) {
      if (index > 0) room += lengthOf(note);
      lowest = Math.max(lowest, line.bottom);
      if (lowest > height - room + 1) break;
      count = index + 1;
    }
    return planFor(here.slice(0, count), height);
  };
  const planFor = (some, height) => ({ calls: new Set(some.map(({ call }) => call)), limit: height - roomOf(some) });

  // Each text that stands beside another, in a cell or a column, ends for itself.
  const endFlows = (over, lines, page, height) => {
    const done = [];
    const room = ({ top }) => ({ here: height - top, beyond: tallest - height });
    for (const line of over) {
      const root = rootOf(line.block);
      const isAfter = done.some((end) => end.root.contains(line.leaf) || root.getClientRects()[0]?.top - columns.top > end.top);
      if (isAfter) continue;
      const ended = endPage(columns, lines, line, page, room);
      if (ended) done.push({ root: ended, top: line.top });
    }
    return done.length > 0;
  };

  const openPage = (page) => {
    for (const mark of ['${endMark}', '${columnEndMark}', '${topMark}'])
      for (const box of document.querySelectorAll('[' + mark + '="' + page + '"]')) box.removeAttribute(mark);
    for (const room of document.querySelectorAll('[${roomMark}="' + page + '"]')) room.remove();
  };

  // Ends a page above its notes. Gives the lines that are left on it; undefined where that cannot be.
  const endAbove = (page, height, { calls, limit }) => {
    for (let tries = 0; tries < ${tryLimit}; tries += 1) {
      const lines = columns.listLines(page) ?? [];
      const isLate = (line) => line.calls.some((call) => noteOf.has(call) && !calls.has(call));
      const over = lines.filter((line) => isLate(line) || readBottom(line, page) > limit + 1);
      if (over.length === 0) return lines;
      if (!endFlows(over, lines, page, height)) break;
    }
    openPage(page);
    return undefined;
  };

  // In columns, notes make all of them shorter: the most calls that are left above their notes are looked for.
  const planColumns = (page, here, height) => {
    const countLeft = (count) => {
      const left = endAbove(page, height, { ...planFor(here.slice(0, count), height), calls: new Set(here.map(({ call }) => call)) });
      openPage(page);
      return left === undefined ? 0 : callsOf(left).length;
    };
    let low = Math.min(here.length, countLeft(here.length));
    for (let high = here.length; high - low > 1; ) {
      const middle = (low + high) >> 1;
      if (countLeft(middle) >= middle) low = middle;
      else high = middle;
    }
    return planFor(here.slice(0, low), height);
  };

  const placePage = (page, start, box) => {
    const { height } = boxes[box];
    for (let lines = start; ; lines = columns.listLines(page) ?? []) {
      const here = callsOf(lines);
      if (here.length === 0 && height === tallest) return undefined;
      const wanted = lines.some(({ block }) => isColumned(rootOf(block))) ? planColumns(page, here, height) : plan(here, height);
      const ended = endAbove(page, height, wanted);
      if (ended) return { page, box, notes: callsOf(ended).map(({ note }) => note), isDivided: isDivided(ended.at(-1), page) };
      if (here.length === 0) return undefined;
      giveUp((here[wanted.calls.size] ?? here.at(-1)).call);
    }
  };

  const ends = [];
  const view = openView(columns, tallest);
  for (let page = 0; ; page += 1) {
    view.show(page);
    let lines = columns.listLines(page);
    if (lines && view.leave(lines, page)) lines = columns.listLines(page);
    if (lines === undefined) break;
    if (countsByPage) countFrom(page);
    const end = placePage(page, lines, chooseBox(lines, page));
    if (end && end.notes.length > 0) ends.push(end);
  }
  view.close();
  // What is seen and was not met, such as a call in a box of its own kind.
  const met = new Set(ends.flatMap((end) => end.notes));
  for (const [call, note] of [...noteOf]) if (!met.has(note) && rectsOf(call).length > 0) giveUp(call);

  // From the left edge of its page to the block that holds an absolute box.
  const readBase = (note) => {
    const box = holderOf(note);
    const [rect] = box?.getClientRects() ?? [];
    return rect === undefined ? 0 : rect.left + box.clientLeft - document.documentElement.getBoundingClientRect().left - columns.columnOf(rect) * (width + gap);
  };

  const moves = ends.flatMap(({ box, notes, isDivided: covers }) => {
    const whole = roomOf(notes.map((note) => ({ note })));
    const { height, width: room } = boxes[box];
    let y = height - whole + area.inside('Top');
    return notes.map((note, index) => {
      const { before, height: own, after } = edgesOf(note);
      const [rect] = note.getClientRects();
      const call = note.previousElementSibling;
      const move = { note, call, callTop: rectsOf(call)[0].top - columns.top, top: y + before - (rect.top - columns.top), left: area.inside('Left') - readBase(note) };
      if (index === 0) move.frame = { top: area.margin.Top - area.inside('Top') - before, height: whole - area.margin.Top - area.margin.Bottom, width: (room - ${spare}) / shrink - area.margin.Left - area.margin.Right, covers };
      y += before + own + after;
      return move;
    });
  });
  close();
  for (const { note, top, left, frame } of moves) {
    note.style.setProperty('margin-top', top.toFixed(3) + 'px', 'important');
    note.style.setProperty('left', left.toFixed(3) + 'px', 'important');
    if (frame === undefined) continue;
    const box = document.createElementNS('http://www.w3.org/1999/xhtml', 'span');
    box.setAttribute('${areaMark}', '');
    const { marginLeft, borderLeftWidth, borderTopWidth } = getComputedStyle(note);
    const place = {
      top: frame.top - px(borderTopWidth),
      height: frame.height,
      left: area.margin.Left - area.inside('Left') - px(marginLeft) - px(borderLeftWidth),
      width: frame.width,
    };
    for (const [property, length] of Object.entries(place)) box.style[property] = length + 'px';
    note.prepend(box);
    if (!frame.covers) continue;
    const ground = [document.body, document.documentElement].map((root) => getComputedStyle(root).backgroundColor).find((color) => !isClear(color));
    if (isClear(getComputedStyle(box).backgroundColor)) box.style.backgroundColor = ground ?? 'white';
    box.style.boxShadow = '0 ' + -area.margin.Top + 'px ' + (ground ?? 'white');
  }
  return { placed: moves.map(({ note, call, callTop }) => ({ ...describe(note), call: encodeURIComponent(call.id), top: callTop })), failed };
}`;
