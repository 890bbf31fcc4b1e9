import { signal } from '@preact/signals';
import { showDistance } from './format.ts';

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 20_000);

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'medium' });

/** A time as its distance from now; the exact one when pointed at, and for screen readers. */
export function Moment({ time, never = 'never' }: { time: string | null; never?: string }) {
  if (time === null) return <span class="soft">{never}</span>;
  const whole = exact.format(new Date(time));
  // What happened since the last tick is not in the future.
  const from = Math.max(now.value, Date.now());
  return (
    <time dateTime={time} title={whole}>
      <span aria-hidden="true">{showDistance(time, from)}</span>
      <span class="unseen">{whole}</span>
    </time>
  );
}
