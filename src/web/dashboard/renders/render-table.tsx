import type { RenderEntry } from '../../../contract/index.ts';
import { countOf, showBytes, showTime } from '../../parts/format.ts';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { addressOfView } from '../../router.ts';
import { nameRendered } from './name-rendered.ts';
import { StageBar } from './stage-bar.tsx';

/** Renders, each with its result. `names` gives the names of templates by their ids. */
export function RenderTable({
  renders,
  names,
}: {
  renders: readonly RenderEntry[];
  names: ReadonlyMap<string, string>;
}) {
  return (
    <Table
      label="Renders, newest first"
      rows={renders}
      keyOf={({ id }) => id}
      columns={[
        {
          head: 'When',
          cell: ({ id, at }) => (
            <a href={addressOfView(`renders/${id}`)}>
              <Moment time={at} />
            </a>
          ),
        },
        { head: 'Result', cell: (render) => <Outcome render={render} /> },
        { head: 'Of', isName: true, cell: (render) => nameRendered(render, names) },
        { head: 'By', isName: true, cell: ({ by }) => by },
        { head: 'Pages', isNumber: true, cell: ({ pages }) => pages ?? '–' },
        { head: 'Size', isNumber: true, cell: ({ bytes }) => (bytes === null ? '–' : showBytes(bytes)) },
        {
          head: 'Time',
          isNumber: true,
          cell: ({ ms, timings }) => (
            <>
              <StageBar timings={timings} /> <span class="duration">{showTime(ms)}</span>
            </>
          ),
        },
      ]}
    />
  );
}

/** How a render ended, in a word and a colour. */
export function Outcome({ render: { error, warnings } }: { render: RenderEntry }) {
  if (error) return <span class="tag bad">{error.code.replaceAll('_', ' ')}</span>;
  if (warnings.length > 0) return <span class="tag warn">{countOf(warnings.length, 'warning')}</span>;
  return <span class="tag good">ok</span>;
}
