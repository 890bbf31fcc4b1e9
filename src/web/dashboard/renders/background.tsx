import { useEffect } from 'preact/hooks';
import type { BackgroundEntry, RenderStatus } from '../../../contract/index.ts';
import { addressOf } from '../../api.ts';
import { ask } from '../../parts/ask.tsx';
import { Choice } from '../../parts/field.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Table } from '../../parts/table.tsx';
import { tryTo } from '../../parts/toast.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { place, setQuery } from '../../router.ts';
import { mayEdit } from '../session.ts';
import { Standing } from './background-standing.tsx';
import { cancelBackground, listBackground } from './render-calls.ts';

/** Milliseconds between two looks, while the window is seen: where something runs, and else. */
const lookMs = { running: 2000, idle: 5000 } as const;
const choices = [
  ['', 'waiting and running'],
  ['done', 'done'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const;

/** The renders in the background, by how they stand, which the address says. */
export function UnderWay() {
  const given = place.value.query.get('background');
  const status = choices.some(([name]) => name !== '' && name === given) ? (given as RenderStatus) : undefined;
  return (
    <section>
      <header class="head">
        <h2>In the background</h2>
        <Choice
          label="Renders in the background"
          isLabelUnseen
          value={status ?? ''}
          options={choices}
          onChange={({ currentTarget }) => setQuery({ background: currentTarget.value })}
        />
      </header>
      <BackgroundList key={status} status={status} />
    </section>
  );
}

function BackgroundList({ status }: { status: RenderStatus | undefined }) {
  const loaded = useLoaded((signal) => listBackground(status, signal), []);
  const isRunning = loaded.data?.renders.some((render) => render.status === 'running') ?? false;
  useEffect(() => {
    const look = () => document.hidden || loaded.reload();
    const timer = setInterval(look, isRunning ? lookMs.running : lookMs.idle);
    return () => clearInterval(timer);
  }, [isRunning]);

  async function cancel({ id, by }: BackgroundEntry): Promise<void> {
    const isYes = await ask({
      title: 'Cancel this render?',
      text: `It was submitted by ${by}. It is not made then.`,
      action: 'Cancel the render',
      refusal: 'Keep it',
      isDangerous: true,
    });
    if (!isYes) return;
    await tryTo(async () => {
      const { status } = await cancelBackground(id);
      if (status !== 'cancelled') throw new Error(`The render has ended before: it is ${status}.`);
    }, 'The render is cancelled.');
    await loaded.reload();
  }

  return (
    <Await loaded={loaded}>
      {({ renders, has_more }) => (
        <>
          {renders.length === 0 && (
            <p class="soft">
              {status === undefined ? 'Nothing waits or runs.' : `No render that is kept is ${status}.`}
            </p>
          )}
          {renders.length > 0 && <BackgroundTable renders={renders} onCancel={cancel} />}
          {has_more && (
            <p class="soft">
              The newest are shown; <code>platen renders list</code> has all.
            </p>
          )}
        </>
      )}
    </Await>
  );
}

interface TableProps {
  renders: readonly BackgroundEntry[];
  onCancel: (render: BackgroundEntry) => void;
}

function BackgroundTable({ renders, onCancel }: TableProps) {
  return (
    <Table
      label="Renders in the background, newest first"
      rows={renders}
      keyOf={({ id }) => id}
      columns={[
        { head: 'Submitted', cell: ({ created_at }) => <Moment time={created_at} /> },
        { head: 'State', cell: (render) => <Standing render={render} /> },
        { head: 'Of', cell: ({ source }) => source },
        { head: 'By', cell: ({ by }) => by },
        { head: 'Pages', isNumber: true, cell: ({ pages, progress }) => pages ?? progress?.pages ?? '–' },
        {
          head: 'Actions',
          isUnnamed: true,
          cell: (render) => {
            if (render.status === 'done') {
              return (
                <a class="button" href={addressOf('/api/v1/renders/{id}/pdf', render.id)} download>
                  The PDF
                </a>
              );
            }
            if (render.ended_at !== null || !mayEdit.value) return null;
            return (
              <button type="button" onClick={() => onCancel(render)}>
                Cancel
              </button>
            );
          },
        },
      ]}
    />
  );
}
