import type { Context } from '../../command/context.ts';
import { chooseSymbols } from '../../output/terminal-signs.ts';

/** The progress of a batch. */
interface Standing {
  /** Jobs rendered or failed in this run. */
  worked: number;
  /** Jobs finished, with those of earlier runs. */
  finished: number;
  failed: number;
  /** Null while the jobs still come in. */
  total: number | null;
}

const barWidth = 24;
const refreshMs = 200;
/** Milliseconds between two plain lines. */
const plainMs = 5000;
/** Milliseconds that the rate is measured over. */
const windowMs = 15_000;

/**
 * Shows a bar with rate and remaining time at a terminal; elsewhere a plain line every few seconds, with --verbose only.
 * Returns the function that ends it.
 */
export function showProgress({ output, io }: Pick<Context, 'output' | 'io'>, read: () => Standing): () => void {
  const symbols = chooseSymbols(io);
  const samples: { at: number; worked: number }[] = [{ at: performance.now(), worked: 0 }];
  const measure = () => {
    const now = performance.now();
    const standing = read();
    samples.push({ at: now, worked: standing.worked });
    while (samples.length > 2 && (samples[0]?.at ?? now) < now - windowMs) samples.shift();
    const [first] = samples;
    const seconds = first ? (now - first.at) / 1000 : 0;
    const rate = first && seconds > 0.5 ? (standing.worked - first.worked) / seconds : undefined;
    return formatStanding(standing, rate);
  };
  const bar = output.progress('rendering');
  const timers = [
    setInterval(() => bar.update(`${drawBar(read(), symbols)}${measure()}`), refreshMs),
    setInterval(() => {
      if (!output.peopleAtTerminal) output.detail(measure());
    }, plainMs),
  ];
  for (const timer of timers) timer.unref();
  return () => {
    for (const timer of timers) clearInterval(timer);
    bar.stop();
  };
}

/** Such as "120/300, 2 failed, 12.3/s, 15 s left". `rate` is in jobs a second. */
function formatStanding({ worked, finished, failed, total }: Standing, rate: number | undefined): string {
  const facts = [total === null ? `${finished} done` : `${finished}/${total}`];
  if (failed > 0) facts.push(`${failed} failed`);
  if (rate !== undefined && worked > 0) {
    facts.push(rate >= 1 || rate === 0 ? `${rate.toFixed(1)}/s` : `${(rate * 60).toFixed(1)}/min`);
    if (total !== null && rate > 0) facts.push(`${formatSeconds((total - finished) / rate)} left`);
  }
  return facts.join(', ');
}

function drawBar({ finished, total }: Standing, { full, empty }: { full: string; empty: string }): string {
  if (total === null || total === 0) return '';
  const filled = Math.floor((finished / total) * barWidth);
  return `${full.repeat(filled)}${empty.repeat(barWidth - filled)} `;
}

/** Seconds for people: the two largest units. */
function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
