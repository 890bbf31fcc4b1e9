import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeWindow, stubWindow } from './fake-window.ts';

let page: FakeWindow;
let log: unknown[];
const note = (...what: unknown[]) => void log.push(...what);

beforeEach(async () => {
  log = [];
  page = stubWindow();
  vi.resetModules();
  const { replaceClock } = await import('../../../src/injected/settle/clock.ts');
  replaceClock('tick');
});
afterEach(() => void vi.unstubAllGlobals());

const step = () => page.send('tick');
const move = () => page.send('tick-timers');
const ask = () => page.send('tick-waits');
const now = () => page.performance.now() - 1000;

describe('the clock of a page', () => {
  test('is that of the browser at first', () => {
    expect([now(), page.window.Date.now(), new page.window.Date().getTime()]).toEqual([0, 1000, 1000]);
    page.pass(7);
    expect([now(), page.window.Date.now()]).toEqual([7, 1007]);
  });

  test('moves on by 50 ms for a frame', () => {
    page.window.requestAnimationFrame(note);
    expect([step(), step()]).toEqual([true, true]);
    expect([now(), page.window.Date.now(), new page.window.Date().getTime()]).toEqual([100, 1100, 1100]);
    page.draw();
    expect(log).toEqual([1100]);
  });

  test('does not move without a frame', () => {
    expect(step()).toBe(false);
    const id = page.window.requestAnimationFrame(note);
    page.window.cancelAnimationFrame(id);
    expect([step(), now()]).toEqual([false, 0]);
    page.draw();
    expect(log).toEqual([]);
    page.window.requestAnimationFrame(note);
    page.draw();
    expect([step(), now()]).toEqual([false, 0]);
  });

  test('moves on by four seconds at most, and says that frames are asked for still', () => {
    page.window.requestAnimationFrame(note);
    for (let count = 0; count < 80; count += 1) expect(step()).toBe(true);
    expect(now()).toBe(4000);
    expect([step(), now()]).toEqual([true, 4000]);
  });

  test('makes dates as the browser does', () => {
    expect(new page.window.Date(5).getTime()).toBe(5);
    expect(new page.window.Date(5).constructor).toBe(page.window.Date);
    expect(new page.window.Date()).toBeInstanceOf(page.window.Date);
    page.window.requestAnimationFrame(note);
    step();
    expect((page.window.Date as unknown as () => string)()).toBe(new Date(1050).toString());
  });
});

describe('a short timer', () => {
  test('runs when the clock has moved on to it', () => {
    page.window.setTimeout(note, 900, 'a', 'b');
    expect([ask(), move()]).toEqual([true, true]);
    expect(now()).toBe(900);
    expect(log).toEqual([]);
    page.pass(0);
    expect([log, ask(), move()]).toEqual([['a', 'b'], false, false]);
  });

  test('is not moved on to the first time after it was set, unless that was asked about', () => {
    page.window.setTimeout(note, 900);
    expect([move(), now()]).toEqual([true, 0]);
    expect([move(), now()]).toEqual([true, 900]);
  });

  test('that has run is a reason to wait with the next', () => {
    page.window.setTimeout(() => page.window.setTimeout(note, 100, 'next'), 100);
    ask();
    move();
    page.pass(0);
    expect([move(), now(), log]).toEqual([true, 100, []]);
    expect([move(), now()]).toEqual([true, 200]);
    page.pass(0);
    expect(log).toEqual(['next']);
    expect(move()).toBe(false);
  });

  test('is moved on to by 50 ms at least, and all that are due run', () => {
    page.window.setTimeout(note, 10, 'ten');
    page.window.setTimeout(note, 40, 'forty');
    page.window.setTimeout(note, 60, 'sixty');
    ask();
    move();
    expect(now()).toBe(50);
    page.pass(0);
    expect(log).toEqual(['ten', 'forty']);
    page.pass(9);
    expect(log).toEqual(['ten', 'forty']);
    page.pass(1);
    expect(log).toEqual(['ten', 'forty', 'sixty']);
  });

  test('runs by the real clock as well', () => {
    page.window.setTimeout(note, 30, 'a');
    page.pass(29);
    expect(log).toEqual([]);
    page.pass(1);
    expect([log, ask()]).toEqual([['a'], false]);
  });

  test.each(['clearTimeout', 'clearInterval'] as const)('can be taken away by %s, also once it has moved', (clear) => {
    const id = page.window.setTimeout(note, 900);
    page.window.setTimeout(note, 100, 'kept');
    ask();
    move();
    page.window[clear](id);
    page.pass(2000);
    expect([log, ask()]).toEqual([['kept'], false]);
  });

  test('that repeats makes up for no more than one run of a step', () => {
    const id = page.window.setInterval(() => note(now()), 20);
    ask();
    move();
    page.pass(0);
    expect(log).toEqual([50, 50]);
    page.pass(19);
    expect(log).toEqual([50, 50]);
    page.pass(21);
    expect(log).toEqual([50, 50, 70, 90]);
    page.window.clearInterval(id);
    page.pass(100);
    expect(log).toEqual([50, 50, 70, 90]);
  });

  test('that repeats without a pause runs every 4 ms', () => {
    page.window.setInterval(note, 0, 'x');
    page.pass(3);
    expect(log).toEqual([]);
    page.pass(5);
    expect(log).toEqual(['x', 'x']);
    expect(page.intervals).toEqual([]);
  });

  test('that repeats is waited for four seconds at most', () => {
    page.window.setInterval(note, 1000);
    let moves = 0;
    while (moves < 20) {
      ask();
      if (!move()) break;
      page.pass(0);
      moves += 1;
    }
    expect([moves, now(), ask()]).toEqual([4, 4000, false]);
    page.window.setTimeout(note, 10);
    expect([ask(), move(), now()]).toEqual([true, false, 4000]);
  });

  test('is moved on to no further than is left', () => {
    for (const wait of [950, 950, 950, 950, 950]) {
      page.window.setTimeout(note, wait);
      ask();
      move();
      page.pass(0);
    }
    expect(now()).toBe(4000);
  });

  test('has a wait that is a number', () => {
    for (const wait of [-5, Number.NaN, undefined, 'x']) page.window.setTimeout(note, wait, 'now');
    page.window.setTimeout(note, '5', 'later');
    page.pass(0);
    expect(log).toEqual(['now', 'now', 'now', 'now']);
    page.pass(5);
    expect(log.at(-1)).toBe('later');
  });

  test('that is a text is left to the browser', () => {
    expect([page.window.setTimeout('code', 5), ask()]).toEqual(['text code', false]);
    expect(page.window.requestAnimationFrame('code')).toEqual(expect.any(Number));
    expect(step()).toBe(false);
  });

  test('is one of a thousand, and others are left to the browser', () => {
    for (let count = 0; count < 1000; count += 1) page.window.setTimeout(note, 900);
    page.window.setTimeout(note, 500, 'real');
    ask();
    move();
    page.pass(0);
    expect(log).toEqual([]);
    expect(now()).toBe(900);
    page.pass(500);
    expect(log).toEqual(['real']);
  });
});

describe('a late timer', () => {
  test.each([
    [1000, true, true],
    [1001, true, false],
    [5000, true, false],
    [5001, false, false],
  ])('of %i ms is waited for: %s, and moved on to: %s', (wait, isAsked, moves) => {
    page.window.setTimeout(note, wait, 'x');
    expect([ask(), move(), now() > 0]).toEqual([isAsked, moves, moves]);
    page.pass(wait);
    expect([log, ask()]).toEqual([['x'], false]);
  });

  test('that repeats is left to the browser', () => {
    page.window.setInterval(note, 1001);
    expect([page.intervals, ask()]).toEqual([[1001], false]);
    page.window.setInterval(note, 1000);
    expect([page.intervals, ask()]).toEqual([[1001], true]);
  });

  test('of another timer, or of what that does next, is left to the browser', () => {
    page.window.setTimeout(() => page.window.setTimeout(note, 2000), 10);
    page.pass(10);
    expect(ask()).toBe(false);
    page.window.setTimeout(note, 2000);
    expect(ask()).toBe(true);
  });
});

describe('a timer of a frame', () => {
  const setInFrame = (wait: number, repeats = false) => {
    page.window.requestAnimationFrame(() => {
      if (repeats) page.window.setInterval(note, wait, 'x');
      else page.window.setTimeout(note, wait, 'x');
    });
    page.draw();
    page.pass(0);
  };

  test('moves with the frames', () => {
    setInFrame(120);
    expect([move(), ask()]).toEqual([false, false]);
    expect([step(), step(), now()]).toEqual([true, true, 100]);
    page.pass(19);
    expect(log).toEqual([]);
    page.pass(1);
    expect([log, step()]).toEqual([['x'], false]);
  });

  test('is moved on to however long it is, up to what is left', () => {
    setInFrame(3999);
    expect(step()).toBe(true);
    setInFrame(3950);
    for (let count = 0; count < 79; count += 1) step();
    expect(now()).toBe(4000);
    expect(step()).toBe(false);
  });

  test('that is too long is not waited for', () => {
    setInFrame(4000);
    expect([step(), now()]).toEqual([false, 0]);
  });

  test('that repeats runs as often as the clock says', () => {
    setInFrame(20, true);
    step();
    page.pass(0);
    expect(log).toEqual(['x', 'x']);
    page.pass(10);
    expect(log).toEqual(['x', 'x', 'x']);
  });

  test('sets timers that move with the frames too', () => {
    page.window.requestAnimationFrame(() => {
      page.window.setTimeout(() => page.window.setTimeout(note, 40, 'inner'), 40);
    });
    page.draw();
    page.pass(0);
    step();
    page.pass(0);
    expect([log, step()]).toEqual([[], true]);
    page.pass(0);
    expect(log).toEqual(['inner']);
  });

  test('is one only until the next timer has run', () => {
    page.window.requestAnimationFrame(() => undefined);
    page.draw();
    page.window.setTimeout(note, 100, 'still');
    expect(ask()).toBe(false);
    page.pass(0);
    page.window.setTimeout(note, 100, 'short');
    expect(ask()).toBe(true);
  });
});
