// Measures platen beside its peers. `--short` takes under two minutes; `--only=NAME,…` measures parts; `--json FILE` keeps
// the figures.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { measureBackground } from './figures/background.js';
import { measureBatch } from './figures/batch.js';
import { measureBooks } from './figures/books.js';
import { measureBytes } from './figures/bytes.js';
import { measureCold } from './figures/cold.js';
import { measureConformance } from './figures/conformance.js';
import { measureCost } from './figures/cost.js';
import { measureFonts } from './figures/fonts.js';
import { measureGrowth } from './figures/growth.js';
import { measureInside } from './figures/inside.js';
import { measureLargePart } from './figures/large-part.js';
import { measureLatency } from './figures/latency.js';
import { measureMerging } from './figures/merging.js';
import { measureSideBySide } from './figures/side-by-side.js';
import { measureStart } from './figures/start.js';
import { measureThroughput } from './figures/throughput.js';
import { openReport } from './report.js';
import { openSetting, stopServices } from './setting.js';

const figures = {
  start: measureStart,
  cold: measureCold,
  fonts: measureFonts,
  growth: measureGrowth,
  books: measureBooks,
  throughput: measureThroughput,
  latency: measureLatency,
  inside: measureInside,
  cost: measureCost,
  batch: measureBatch,
  background: measureBackground,
  bytes: measureBytes,
  merging: measureMerging,
  'side-by-side': measureSideBySide,
  conformance: measureConformance,
  'large-part': measureLargePart,
};

const { values } = parseArgs({
  options: { short: { type: 'boolean', default: false }, only: { type: 'string' }, json: { type: 'string' } },
});
const names = values.only?.split(',') ?? Object.keys(figures);
for (const name of names) {
  if (!Object.hasOwn(figures, name)) throw new Error(`--only takes ${Object.keys(figures).join(', ')}, not ${name}`);
}
const limitMs = (values.short ? 5 : 40) * 60_000;

const setting = await openSetting();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(130));
const report = openReport(process.stdout);
const conditions = `${setting.conditions}, ${values.short ? 'short' : 'full'} form, ${new Date().toISOString()}`;
process.stdout.write(`${conditions}\n\n`);
report.open();
for (const name of names) {
  report.begin(name);
  try {
    // A part that fails or hangs does not take the others with it.
    const late = sleep(limitMs, undefined, { ref: false }).then(() => {
      throw new Error(`not done after ${limitMs / 60_000} minutes`);
    });
    await Promise.race([figures[name](setting, report, values.short), late]);
  } catch (error) {
    report.leaveOut('the rest', error);
  }
  await stopServices();
}
report.close();
if (values.json) {
  const { rows, leftOut } = report;
  writeFileSync(values.json, `${JSON.stringify({ conditions, short: values.short, rows, leftOut }, undefined, 2)}\n`);
}
await end(0);

async function end(code) {
  await stopServices();
  setting.close();
  process.exit(code);
}
