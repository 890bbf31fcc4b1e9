import type { BackgroundEntry } from '../../../contract/index.ts';
import { startSentence } from '../../parts/format.ts';
import { Moment } from '../../parts/moment.tsx';

/** The state of a background render, in words and a colour. */
export function Standing({ render }: { render: BackgroundEntry }) {
  const { status, waits_for, start_at, progress, error } = render;
  if (status === 'failed') return <Failure error={error} />;
  if (status === 'done') return <span class="tag good">done</span>;
  if (status === 'cancelled') return <span class="tag idle">cancelled</span>;
  if (status === 'running') {
    const isSeveral = progress !== null && progress.parts > 1;
    return <span class="tag busy">running{isSeveral && `, ${progress.parts_done} of ${progress.parts} parts`}</span>;
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

const waitWords = { turn: 'waits for its turn', worker: 'waits for a service' } as const;

/** The kind of a failure, and what exactly failed. */
function Failure({ error }: Pick<BackgroundEntry, 'error'>) {
  const { code = 'failed', detail } = error ?? {};
  return (
    <>
      <span class="tag bad">{code.replaceAll('_', ' ')}</span>
      {detail !== undefined && <p class="soft why">{startSentence(detail)}</p>}
    </>
  );
}
