import { useEffect } from 'preact/hooks';
import type { BackgroundEntry, RenderStatus } from '../../../contract/index.ts';
import { ask } from '../../parts/ask.tsx';
import { Choice } from '../../parts/field.tsx';
import { showDistance } from '../../parts/format.ts';
import { tryTo } from '../../parts/toast.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { place, setQuery } from '../../router.ts';
import { BackgroundTable } from './background-table.tsx';
import { cancelBackground, listBackground } from './render-calls.ts';

/** Milliseconds between two looks, while the window is seen: where something runs, and else. */
const lookMs = { running: 2000, idle: 5000 } as const;
const choices = [
  ['', 'waiting and running'],
  ['done', 'done'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
] as const;

/** The id of the heading, which has the focus once the row that had it is gone. */
const headingId = 'in-the-background';

interface Named {
  /** The names of templates by their ids. */
  names: ReadonlyMap<string, string>;
}

/** The renders in the background, by how they stand, which the address says. */
export function UnderWay({ names }: Named) {
  const given = place.value.query.get('background');
  const status = choices.some(([name]) => name !== '' && name === given) ? (given as RenderStatus) : undefined;
  return (
    <section>
      <header class="head">
        <h2 id={headingId} tabIndex={-1}>
          In the background
        </h2>
        <Choice
          label="Renders in the background"
          isLabelUnseen
          value={status ?? ''}
          options={choices}
          onChange={({ currentTarget }) => setQuery({ background: currentTarget.value })}
        />
      </header>
      <BackgroundList key={status} status={status} names={names} />
    </section>
  );
}

function BackgroundList({ status, names }: Named & { status: RenderStatus | undefined }) {
  const loaded = useLoaded((signal) => listBackground(status, signal), []);
  const isRunning = loaded.data?.renders.some((render) => render.status === 'running') ?? false;
  useEffect(() => {
    const look = () => document.hidden || loaded.reload();
    const timer = setInterval(look, isRunning ? lookMs.running : lookMs.idle);
    return () => clearInterval(timer);
  }, [isRunning]);

  async function cancel({ id, by, created_at }: BackgroundEntry): Promise<void> {
    const isYes = await ask({
      title: 'Cancel this render?',
      text: `It was submitted ${showDistance(created_at, Date.now())} by ${by}. Nothing is made of it then.`,
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
    if (document.activeElement === document.body) document.getElementById(headingId)?.focus();
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
          {renders.some(({ waits_for }) => waits_for === 'worker') && (
            <p class="soft">
              No service does renders in the background now. Start one: <code>platen serve --role worker</code>
            </p>
          )}
          {renders.length > 0 && <BackgroundTable renders={renders} names={names} onCancel={cancel} />}
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
