import type { RenderEntry } from '../../../contract/index.ts';
import { showTime } from '../../parts/format.ts';

/** The stages of a render in their order, by their field and their word. */
const stages = [
  ['queue_ms', 'queue'],
  ['load_ms', 'load'],
  ['print_ms', 'print'],
  ['bind_ms', 'merge'],
] as const;

/** How the time of a render was spent: a bar, and the numbers for pointers and screen readers. */
export function StageBar({ timings }: { timings: RenderEntry['timings'] }) {
  if (!timings) return null;
  const words = stages.map(([field, name]) => `${name} ${showTime(timings[field])}`).join(', ');
  return (
    <span class="stages" title={words}>
      <span class="bar-of-stages" aria-hidden="true">
        {stages.map(([field, name]) => (
          <span key={name} class={`stage-${name}`} style={{ flexGrow: timings[field] }} />
        ))}
      </span>
      <span class="unseen">{words}</span>
    </span>
  );
}

/** The same with a legend. */
export function StageLegend({ timings }: { timings: NonNullable<RenderEntry['timings']> }) {
  return (
    <>
      <StageBar timings={timings} />
      <ul class="legend" aria-hidden="true">
        {stages.map(([field, name]) => (
          <li key={name}>
            <span class={`dot stage-${name}`} /> {name} <b>{showTime(timings[field])}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
