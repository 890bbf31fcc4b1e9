import { useSignal } from '@preact/signals';
import type { BackgroundEntry } from '../../../contract/index.ts';
import { addressOf } from '../../api.ts';
import { Moment } from '../../parts/moment.tsx';
import { type Column, Table } from '../../parts/table.tsx';
import { mayEdit } from '../session.ts';
import { Standing } from './background-standing.tsx';
import { nameRendered } from './name-rendered.ts';

/** Rows before "more", so that the renders that have ended stay near. */
const fewRows = 10;

interface TableProps {
  renders: readonly BackgroundEntry[];
  /** The names of templates by their ids. */
  names: ReadonlyMap<string, string>;
  onCancel: (render: BackgroundEntry) => void;
}

/** The first renders in the background, and the others on request. */
export function BackgroundTable({ renders, names, onCancel }: TableProps) {
  const isWhole = useSignal(false);
  const actions: Column<BackgroundEntry> = {
    head: 'Actions',
    isUnnamed: true,
    width: '108px',
    cell: (render) => hasAction(render) && <Action render={render} onCancel={onCancel} />,
  };
  return (
    <>
      <Table
        label="Renders in the background, newest first"
        rows={isWhole.value ? renders : renders.slice(0, fewRows)}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Submitted', width: '17%', cell: ({ created_at }) => <Moment time={created_at} /> },
          { head: 'State', width: '24%', cell: (render) => <Standing render={render} /> },
          { head: 'Of', width: '14%', cell: (render) => render.title ?? nameRendered(render, names) },
          { head: 'By', cell: ({ by }) => by },
          { head: 'Pages', isNumber: true, width: '9%', cell: (render) => countPages(render) ?? '–' },
          ...(renders.some(hasAction) ? [actions] : []),
        ]}
      />
      {renders.length > fewRows && (
        <button
          type="button"
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          {isWhole.value ? 'Show fewer' : `Show ${renders.length - fewRows} more`}
        </button>
      )}
    </>
  );
}

/** The pages of the PDF, or so far where some are printed. One that failed or was cancelled has no PDF, whatever was printed for it. */
function countPages({ status, pages, progress }: BackgroundEntry): number | undefined {
  return pages ?? ((status === 'running' && progress?.pages) || undefined);
}

/** Whether the user can act on it: fetch the PDF, or cancel it. */
function hasAction({ status, ended_at }: BackgroundEntry): boolean {
  return status === 'done' || (ended_at === null && mayEdit.value);
}

function Action({ render, onCancel }: { render: BackgroundEntry; onCancel: (render: BackgroundEntry) => void }) {
  if (render.status === 'done') {
    return (
      <a class="button" href={addressOf('/api/v1/renders/{id}/pdf', render.id)} download>
        The PDF
      </a>
    );
  }
  return (
    <button type="button" onClick={() => onCancel(render)}>
      Cancel
    </button>
  );
}
