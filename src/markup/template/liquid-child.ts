// The program of the child that renders templates. It runs without rights: whatever happens in here costs no more than this
// process.
import process from 'node:process';
import { sendFrame, sendJsonFrame, serveAsChild } from '../../children/index.ts';
import { checkPartials, PartialProblem } from './check-partials.ts';
import { explainProblem } from './explain-problem.ts';
import { findPartialTags } from './find-partials.ts';
import { buildLiquid, renderTemplate, setPartials } from './liquid-engine.ts';
import type { TemplateJob } from './template-job.ts';

const clock = { now: 0, timezone: 'UTC' };
let barcodes: typeof import('bwip-js/generic') | undefined;
const liquid = buildLiquid(clock, () => {
  if (barcodes === undefined) throw new Error('qr_code and barcode must be written out in the template');
  return barcodes;
});

serveAsChild(async ({ task, template, partials, names, context, now, timezone }: TemplateJob) => {
  // Two megabytes of code that few templates need, loaded before the clock of the render starts.
  const texts = [template, ...Object.values(partials)];
  if (barcodes === undefined && texts.some((text) => /qr_code|barcode/.test(text)))
    barcodes = await import('bwip-js/generic');
  clock.now = now;
  clock.timezone = timezone;
  liquid.options.timezoneOffset = timezone;
  // Times without a zone are read as those of the render, wherever the service runs.
  process.env.TZ = timezone;
  Math.random = buildRandom();
  setPartials(liquid, partials);
  try {
    const hasTags = /\b(render|include|layout)\b/.test(template);
    if (names !== undefined && hasTags && task !== 'partials')
      checkPartials(liquid, { content: template, partials }, names);
    if (task === 'render') {
      sendFrame('text', renderTemplate(liquid, template, context));
      return;
    }
    if (task === 'partials') {
      sendJsonFrame('partials', findPartialTags(liquid, template));
      return;
    }
    // Code that reads HTML, for checks alone.
    const { checkTemplateText } = await import('./checks/check-template-text.ts');
    sendJsonFrame('findings', checkTemplateText(liquid, { content: template, partials }, context));
  } catch (error) {
    sendJsonFrame(
      'problem',
      error instanceof PartialProblem ? error.found : explainProblem(liquid, { content: template, partials }, error),
    );
  }
});

/** The same numbers for every render (mulberry32): `sample` must not make two renders of one request differ. */
function buildRandom(): () => number {
  let state = 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
