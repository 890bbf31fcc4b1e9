import { useSignal } from '@preact/signals';
import type { ListedRevision, Revision } from '../../../contract/index.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Await, useLoaded } from '../../parts/view.tsx';
import { mayEdit } from '../session.ts';
import { readRevision } from '../templates/revision-calls.ts';
import type { Draft } from './draft.ts';
import { Sides } from './sides.tsx';
import type { useHistory } from './use-history.ts';

interface CompareProps {
  draft: Draft;
  listed: ListedRevision;
  history: ReturnType<typeof useHistory>;
  onClose: () => void;
}

/** A revision beside the text in the editor, which can take over pieces of it. */
export function Compare({ draft, listed, history, onClose }: CompareProps) {
  const { revision, created_at, created_by, message } = listed;
  const loaded = useLoaded((signal) => readRevision(draft.id, revision, signal), [revision]);
  return (
    <Dialog title={`Revision ${revision}`} onClose={onClose} isWide>
      <p>
        {message !== null && `${message} · `}
        <Moment time={created_at} />
        {created_by !== null && ` by ${created_by}`}
      </p>
      <Await loaded={loaded}>{(read) => <Texts draft={draft} read={read} />}</Await>
      <div class="buttons">
        {mayEdit.value && revision !== history.live.value && (
          <button type="button" onClick={() => void history.putLive(revision).then(onClose)}>
            Put live
          </button>
        )}
        {mayEdit.value && revision !== history.newest && (
          <button
            type="button"
            onClick={async () => {
              if (await history.restore(revision)) onClose();
            }}
          >
            Restore
          </button>
        )}
        <button type="button" class="strong" onClick={onClose}>
          Done
        </button>
      </div>
    </Dialog>
  );
}

function Texts({ draft, read }: { draft: Draft; read: Revision }) {
  const values = `${JSON.stringify(read.preview_context, null, 2)}\n`;
  const isContent = draft.content.peek() !== read.content;
  const isBoth = useSignal(isContent && draft.context.peek() !== values);
  const isValues = useSignal(!isContent && draft.context.peek() !== values);
  const names = { mine: 'In the editor', theirs: `Revision ${read.revision}` };
  return (
    <>
      {read.name !== draft.name.value && <p>Its name was “{read.name}”.</p>}
      {!isContent && !isValues.value ? (
        <p>The content and the values are those in the editor.</p>
      ) : (
        <>
          <p class="soft">The editor is on the left and can be edited; an arrow takes over a piece of the revision.</p>
          <div class="sides" aria-hidden="true">
            <strong>{names.mine}</strong>
            <strong>{names.theirs}</strong>
          </div>
          {isValues.value ? (
            <Sides key="values" language="json" mine={draft.context} theirs={values} names={names} />
          ) : (
            <Sides key="content" language="template" mine={draft.content} theirs={read.content} names={names} />
          )}
        </>
      )}
      {isBoth.value && (
        <button
          type="button"
          class="link"
          onClick={() => {
            isValues.value = !isValues.value;
          }}
        >
          {isValues.value ? 'Show the content' : 'Show the values'}
        </button>
      )}
    </>
  );
}
