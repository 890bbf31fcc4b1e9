import type { Timings } from '../../../contract/index.ts';

/** How long the renders of a batch take, and so whether they are worth leaving to the service. */
export interface RenderPace {
  /** Whether the next one will take long, as far as anyone knows. */
  readonly isLong: boolean;
  /** Notes where the time of a render went. */
  note(timings: Timings | null): void;
}

/** Milliseconds from which a render is left to the service: three more requests hardly add to it. */
const longMs = 3000;
/** What a render counts besides those before it. */
const weight = 0.2;

/** Opens the pace of a batch. Its first renders count as long, because their time is not known yet. */
export function createRenderPace(): RenderPace {
  let usualMs: number | undefined;
  return {
    get isLong() {
      return usualMs === undefined || usualMs >= longMs;
    },
    note(timings) {
      if (timings === null) return;
      const ms = timings.load_ms + timings.print_ms + timings.bind_ms;
      usualMs = usualMs === undefined ? ms : usualMs + weight * (ms - usualMs);
    },
  };
}
