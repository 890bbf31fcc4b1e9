// The program of the child that fills in templates. It is started with no rights, lives on its two pipes and ends with
// them. Whatever happens in here can cost no more than this process.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { buildFrameHead, buildFrameReader, type FrameKind, type TemplateJob } from '../children/frames.ts';
import { explainProblem } from './explain-problem.ts';
import { buildLiquid, findVariables, renderTemplate } from './liquid-engine.ts';

// Dates without a zone are read as UTC, wherever the service runs.
process.env.TZ = 'UTC';

const clock = { now: 0 };
let barcodes: typeof import('bwip-js/generic') | undefined;
const liquid = buildLiquid(clock, () => {
  if (barcodes === undefined) throw new Error('qr_code and barcode must be written out in the template');
  return barcodes;
});

function send(kind: FrameKind, chunks: Buffer[]): void {
  process.stdout.write(
    buildFrameHead(
      kind,
      chunks.reduce((sum, chunk) => sum + chunk.length, 0),
    ),
  );
  for (const chunk of chunks) process.stdout.write(chunk);
}

async function answer(request: TemplateJob): Promise<void> {
  // Two megabytes of code that few templates need, loaded before the clock of the render starts.
  if (barcodes === undefined && /qr_code|barcode/.test(request.template)) barcodes = await import('bwip-js/generic');
  clock.now = request.now;
  Math.random = buildRandom();
  try {
    if (request.task === 'variables') {
      send('variables', [Buffer.from(JSON.stringify(findVariables(liquid, request.template)))]);
    } else {
      send('text', renderTemplate(liquid, request.template, request.context).end().chunks);
    }
  } catch (error) {
    send('problem', [Buffer.from(JSON.stringify(explainProblem(liquid, request.template, error)))]);
  }
}

/** The same numbers for every fill (mulberry32): `sample` must not make two renders of one request differ. */
function buildRandom(): () => number {
  let state = 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

process.stdin.on(
  'data',
  buildFrameReader({
    most: () => Number.POSITIVE_INFINITY,
    onFrame: ({ bytes }) => void answer(JSON.parse(bytes.toString())),
    onRefused: () => process.exit(1),
  }),
);
// Ctrl-C reaches every process of a terminal; platen may want to finish what it has begun.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.stdout.on('error', () => process.exit(0));
send('ready', []);
