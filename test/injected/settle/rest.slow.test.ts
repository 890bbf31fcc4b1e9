import { describe, expect, test } from 'vitest';
import { useDocuments } from '../open-document.ts';

const open = useDocuments();

/** A document at rest, without scripts that draw. */
async function rest(html: string, mayDraw = false) {
  const page = await open(html);
  const { moves } = await page.call('settleDocument', { fontLimit: 5000, mayDraw, rest: true, stepEvent: 'tick' });
  return { page, moves };
}

describe('a drawing at rest', () => {
  const draw = (attributes: string, name = 'animate') =>
    `<svg id=drawing><rect width=10 height=10><${name} attributeName=width to=90 ${attributes} /></rect></svg>`;

  test.each([
    ['is at the end of its animations', draw('dur=60s fill=freeze'), 60],
    ['is at the end of the last', draw('dur=20s') + draw('dur=60s').replace('drawing', 'other'), 20],
    [
      'is at the end of the last of several',
      draw('dur=20s').replace('</rect>', '<set attributeName=height to=3 begin=30s dur=9s /></rect>'),
      39,
    ],
    ['is at the end of all repetitions', draw('dur=20s repeatCount=3'), 60],
    ['is at the end of one that begins later', draw('begin=30s dur=20s'), 50],
    ['is at the begin of an animation without end', draw('begin=30s dur=20s repeatCount=indefinite'), 30],
    ['is at the begin of one that repeats for some time', draw('begin=30s dur=20s repeatDur=90s'), 30],
    ['is at the begin of one without a duration', draw('begin=30s', 'set'), 30],
    ['is at its start if nothing starts an animation', draw('begin=drawing.click dur=20s'), 0],
    ['counts the time of a turn', draw('dur=20s', 'animateTransform'), 20],
  ])('%s', async (_what, html, seconds) => {
    const { page, moves } = await rest(html);
    expect(moves).toBe(false);
    const time = Number(await page.read('drawing.getCurrentTime()'));
    expect(time).toBeGreaterThanOrEqual(seconds);
    expect(time).toBeLessThan(seconds + 5);
    expect(await page.read('drawing.animationsPaused()')).toBe(true);
  });

  test('is left alone if it has no animations', async () => {
    const { page } = await rest('<svg id=drawing><rect width=10 height=10 /></svg>');
    expect(await page.read('drawing.animationsPaused()')).toBe(false);
  });
});

describe('an animation at rest', () => {
  const keyframes = '@keyframes grow { from { width: 10px } to { width: 200px } }';

  test.each([
    ['has ended', 'animation: grow 60s forwards', 'finished', 200],
    ['has ended after its delay', 'animation: grow 60s 9s forwards', 'finished', 200],
    ['is paused if it has no end', 'animation: grow 60s infinite', 'paused', 10],
    ['stays paused', 'animation: grow 60s paused', 'paused', 10],
    ['follows a scroll position', 'animation: grow 1s linear; animation-timeline: scroll()', 'running', 10],
  ])('%s', async (_what, style, state, width) => {
    const { page, moves } = await rest(
      `<!doctype html><style>${keyframes} body { height: 9000px } #box { width: 5px; ${style} }</style><div id=box></div>`,
    );
    expect(moves).toBe(false);
    expect(await page.read('box.getAnimations()[0].playState')).toBe(state);
    expect(Math.round(Number(await page.read('box.getBoundingClientRect().width')))).toBe(width);
  });

  test('has ended if a script starts it when another ends', async () => {
    const page = await open(`<!doctype html><div id=box></div>`);
    await page.read(`box.animate({ width: ['1px', '2px'] }, 60000).onfinish = () => {
      box.animate({ width: ['3px', '70px'] }, { duration: 60000, fill: 'forwards' }) }, 0`);
    await page.call('settleDocument', { fontLimit: 5000, mayDraw: true, rest: true, stepEvent: 'tick' });
    expect(await page.read('box.offsetWidth')).toBe(70);
  });
});
