import { columnEndMark, endMark, roomMark, topMark } from './note-marks.ts';

/** How often the end of one page is moved until its footnotes have room. Each time moves a line at least. */
const tryLimit = 8;

/**
 * Defines `openPages({ columns, tallest, noteOf, roomOf, giveUp })`, which gives `placePage(page, lines, height)`: makes the lines that the
 * notes of a page need the room of begin the next, and gives these notes, and whether a box that shows itself goes on beyond the page. A
 * note that has no room at all is given up. `noteOf` are the notes by their calls, `roomOf(notes)` is the height that some need, and
 * `tallest` that of a column. Takes what `defineLines` and `endPage` define from around it.
 */
export const openPages = `
  const isClear = (color) => /[,/] 0\\)$/.test(color);
  const openPages = ({ columns, tallest, noteOf, roomOf, giveUp }) => {
    // The lower edge of a line, with those of the boxes that end with it.
    const readBottom = (line, page) => {
      let { bottom } = line;
      if (line.isOutside) return bottom;
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
    const isDivided = (line, page) => {
      for (let box = line?.block; box && box !== document.body && box !== document.documentElement; box = box.parentElement) {
        const { borderLeftStyle, borderRightStyle, backgroundColor, backgroundImage, boxShadow, outlineStyle } = styleOf(box);
        const shows = borderLeftStyle + borderRightStyle + outlineStyle + backgroundImage + boxShadow !== 'none'.repeat(5) || !isClear(backgroundColor);
        const last = shows ? [...box.getClientRects()].at(-1) : undefined;
        if (last && columns.columnOf(last) > page) return true;
      }
      return false;
    };

    const callsOf = (lines) => lines.flatMap((line) => line.calls.filter((call) => noteOf.has(call)).map((call) => ({ line, call, note: noteOf.get(call) })));

    // The first calls of a page whose notes have room below them, and where the text ends above these.
    const plan = (here, height) => {
      let [count, lowest] = [0, 0];
      for (const [index, { line }] of here.entries()) {
        lowest = Math.max(lowest, line.bottom);
        if (lowest > planFor(here.slice(0, index + 1), height).limit + 1) break;
        count = index + 1;
      }
      return planFor(here.slice(0, count), height);
    };
    const planFor = (some, height) => ({ calls: new Set(some.map(({ call }) => call)), limit: height - roomOf(some.map(({ note }) => note)) });

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
        const isLate = (line) => !line.isOutside && line.calls.some((call) => noteOf.has(call) && !calls.has(call));
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

    const placePage = (page, start, height) => {
      for (let lines = start; ; lines = columns.listLines(page) ?? []) {
        const isInColumns = lines.some(({ block }) => isColumned(rootOf(block)));
        const here = callsOf(lines);
        // Texts beside one another begin together, so that a call stands before one that is higher.
        if (!isInColumns) here.sort((one, other) => one.line.bottom - other.line.bottom);
        if (here.length === 0 && height === tallest) return undefined;
        const wanted = isInColumns ? planColumns(page, here, height) : plan(here, height);
        const ended = endAbove(page, height, wanted);
        // What stands outside of the text cannot be moved to the next page.
        const lost = ended && callsOf(ended).find(({ call }) => !wanted.calls.has(call));
        if (lost) {
          openPage(page);
          giveUp(lost.call, 'outside');
          continue;
        }
        if (ended) return { notes: callsOf(ended).map(({ note }) => note), isDivided: isDivided(ended.at(-1), page) };
        if (here.length === 0) return undefined;
        giveUp((here[wanted.calls.size] ?? here.at(-1)).call, 'noRoom');
      }
    };
    return { placePage };
  };`;
