import { useSignal } from '@preact/signals';
import type { BackgroundEntry } from '../../../contract/index.ts';
import { addressOf } from '../../api.ts';
import { Dialog, Done } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { put, putInto } from '../../parts/put.ts';
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
  const shown = useSignal<BackgroundEntry | undefined>(undefined);
  const actions: Column<BackgroundEntry> = {
    head: 'Actions',
    isUnnamed: true,
    width: '132px',
    cell: (render) => hasAction(render) && <Action render={render} onCancel={onCancel} onShow={putInto(shown)} />,
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
          { head: 'Makes', width: '9%', cell: ({ kind }) => kindWords[kind] },
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
      {shown.value && <ShownImage render={shown.value} onClose={put(shown, undefined)} />}
    </>
  );
}

const kindWords = { pdf: 'PDF', image: 'images' } as const;

/** The pages of the document, or so far if some are printed. One that failed or was cancelled has none, whatever was printed for it. */
function countPages({ status, pages, progress }: BackgroundEntry): number | undefined {
  return pages ?? ((status === 'running' && progress?.pages) || undefined);
}

/** Whether the user can act on it: fetch the result, or cancel it. */
function hasAction({ status, ended_at }: BackgroundEntry): boolean {
  return status === 'done' || (ended_at === null && mayEdit.value);
}

interface ActionProps {
  render: BackgroundEntry;
  onCancel: (render: BackgroundEntry) => void;
  onShow: (render: BackgroundEntry) => void;
}

function Action({ render, onCancel, onShow }: ActionProps) {
  if (render.type?.startsWith('image/')) {
    return (
      <button type="button" onClick={() => onShow(render)}>
        The image
      </button>
    );
  }
  if (render.status === 'done') return <Download render={render} />;
  return (
    <button type="button" onClick={() => onCancel(render)}>
      Cancel
    </button>
  );
}

/** A link to what was made, under the name that the service gives it. */
function Download({ render: { id, kind } }: { render: BackgroundEntry }) {
  return (
    <a class="button" href={addressOf('/api/v1/renders/{id}/result', id)} download>
      {kind === 'pdf' ? 'The PDF' : 'The images'}
    </a>
  );
}

function ShownImage({ render, onClose }: { render: BackgroundEntry; onClose: () => void }) {
  const { id, title } = render;
  return (
    <Dialog title={title ?? 'The image'} isWide onClose={onClose}>
      <p>
        <img class="shown-image" src={addressOf('/api/v1/renders/{id}/result', id)} alt="The page" />
      </p>
      <p>
        <a class="button" href={addressOf('/api/v1/renders/{id}/result', id)} download>
          Download
        </a>
      </p>
      <Done onClose={onClose} />
    </Dialog>
  );
}
