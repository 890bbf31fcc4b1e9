import type { BackgroundEntry } from '../../../contract/index.ts';
import { Moment } from '../../parts/moment.tsx';

/** How a background render stands, in words and a colour. */
export function Standing({ render }: { render: BackgroundEntry }) {
  const { status, waits_for, start_at, progress, error } = render;
  if (status === 'done') return <span class="tag good">done</span>;
  if (status === 'failed') return <span class="tag bad">{(error?.code ?? status).replaceAll('_', ' ')}</span>;
  if (status === 'cancelled') return <span class="tag idle">cancelled</span>;
  if (status === 'running') {
    const isSeveral = progress !== null && progress.parts > 1;
    return (
      <>
        <span class="tag good">running</span>
        {isSeveral && ` ${progress.parts_done} of ${progress.parts} parts`}
      </>
    );
  }
  if (waits_for === 'start') {
    return (
      <span class="tag idle">
        starts <Moment time={start_at} />
      </span>
    );
  }
  return <span class={waits_for === 'worker' ? 'tag warn' : 'tag idle'}>{waitWords[waits_for ?? 'turn']}</span>;
}

const waitWords = { turn: 'waits for its turn', worker: 'waits for a service that renders' } as const;
