import { markAfter } from './after-script.ts';
import { openColumns } from './columns-script.ts';
import { findHolders } from './holder-script.ts';
import { defineLines } from './lines-script.ts';
import { measureNotes, spare } from './measure-script.ts';
import { moveNotes } from './move-script.ts';
import { callMark, noteMark } from './note-marks.ts';
import { endPage } from './page-end-script.ts';
import { openPages } from './pages-script.ts';
import { openView } from './view-script.ts';

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
  ${findHolders}
  ${endPage}
  ${openPages}
  ${openView}
  ${moveNotes}
  ${markAfter}
  const nameBox = (name, sides) => [name, ''].flatMap((known) => sides.map((side) => known + ':' + side)).find((key) => key in boxes);
  const widthOf = (element) => boxes[nameBox(pageNameOf(element), ['right'])].width - ${spare};
  const chooseBox = (lines, page) => {
    const side = page % 2 === 0 ? 'right' : 'left';
    return boxes[nameBox(lines.length === 0 ? '' : pageNameOf(lines[0].block), page === 0 ? ['first', side] : [side])];
  };
  const width = boxes[':right'].width - ${spare};
  const tallest = Math.max(...Object.values(boxes).map(({ height }) => height));

  const failed = [];
  const describe = (note) => ({ note: encodeURIComponent(note.id), text: note.textContent.replace(/\\s+/g, ' ').trim().slice(0, 40) });
  // The fault is a NoteFault.
  const putBack = (note, fault) => {
    note.removeAttribute('${noteMark}');
    failed.push({ ...describe(note), fault });
  };
  for (const place of inText) document.getElementById(decodeURIComponent(place))?.removeAttribute('${noteMark}');
  const all = [...document.querySelectorAll('[${noteMark}]')];
  takeBack();
  const isUpright = [document.documentElement, document.body].some((root) => styleOf(root).writingMode !== 'horizontal-tb');
  // A script of the page may have removed the call.
  const hasCall = (note) => note.previousElementSibling?.hasAttribute('${callMark}');
  const findFault = (note) => (isUpright ? 'downwards' : isCut(note) ? 'cut' : hasCall(note) ? undefined : 'uncalled');
  for (const note of all) {
    const fault = findFault(note);
    if (fault) putBack(note, fault);
  }
  const notes = all.filter((note) => note.hasAttribute('${noteMark}') && note.previousElementSibling.checkVisibility());
  const noteOf = new Map(notes.map((note) => [note.previousElementSibling, note]));
  const giveUp = (call, fault) => {
    putBack(noteOf.get(call), fault);
    noteOf.delete(call);
  };

  // Footnotes are never what a document is shrunk for.
  const { area, edgesOf, roomOf } = measureNotes(notes, (note) => widthOf(note) / shrink);
  const { gap, close } = openColumns(width, tallest, widthOf);
  const columns = readColumns({ width, gap });
  const { placePage } = openPages({ columns, tallest, noteOf, roomOf, giveUp });
  const view = openView(columns, tallest);
  const calls = [...noteOf.keys()];
  let counted = 0;
  const countFrom = (page) => {
    while (counted < calls.length && !rectsOf(calls[counted]).some((rect) => columns.columnOf(rect) >= page)) counted += 1;
    for (const [index, call] of calls.slice(counted, counted + ${pageNoteLimit}).entries()) call.style.setProperty('counter-set', 'footnote ' + (index + 1), 'important');
  };
  const ends = [];
  for (let page = 0; ; page += 1) {
    view.show(page);
    let lines = columns.listLines(page);
    if (lines && view.leave(lines, page)) lines = columns.listLines(page);
    if (lines === undefined) break;
    const last = ends.at(-1);
    if (last?.page === page - 1 && lines.length > 0) {
      last.next = markWord(columns, lines[0]);
      lines = columns.listLines(page);
    }
    if (countsByPage) countFrom(page);
    const { height, width: room } = chooseBox(lines, page);
    const end = placePage(page, lines, height);
    if (end && end.notes.length > 0) ends.push({ page, height, width: (room - ${spare}) / shrink, notes: end.notes, covers: end.isDivided });
  }
  view.close();
  // What is seen and was not met.
  const met = new Set(ends.flatMap((end) => end.notes));
  for (const [call, note] of [...noteOf]) if (!met.has(note) && rectsOf(call).length > 0) giveUp(call, 'outside');

  const moves = readMoves(ends, { columns, step: width + gap, area, edgesOf, roomOf });
  const placed = ends.flatMap(({ page, height, notes: own, next }) => {
    const [limit, after] = [height - roomOf(own), markAfter(page, next)];
    return own.map((note) => {
      const call = note.previousElementSibling;
      return { ...describe(note), call: encodeURIComponent(call.id), top: rectsOf(call)[0].top - columns.top, limit, ...after };
    });
  });
  (document.head ?? document.documentElement).append(afterLinks);
  close();
  moveNotes(moves, area);
  return { placed, failed };
}`;
