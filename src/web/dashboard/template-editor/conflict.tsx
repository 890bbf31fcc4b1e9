import { useSignal } from '@preact/signals';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import type { ReadTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';
import { Sides } from './sides.tsx';

interface ConflictProps {
  draft: Draft;
  /** What another person has saved meanwhile. */
  theirs: ReadTemplate;
  onClose: () => void;
  /** Saves what is mine now over theirs. */
  onSave: () => void;
}

const names = { mine: 'Mine', theirs: 'Theirs' };

/** Shows both sides of a template that another person has changed meanwhile; mine can be edited, and take pieces of theirs. */
export function Conflict({ draft, theirs, onClose, onSave }: ConflictProps) {
  const { template } = theirs;
  const values = `${JSON.stringify(template.preview_context, null, 2)}\n`;
  const isValues = useSignal(draft.content.value === template.content);
  return (
    <Dialog title="Another person has saved meanwhile" onClose={onClose} isWide>
      <p>
        Theirs is of <Moment time={template.updated_at} />. Mine is on the left and can be edited; an arrow takes over a
        piece of theirs.
      </p>
      <div class="sides" aria-hidden="true">
        <strong>Mine</strong>
        <strong>Theirs</strong>
      </div>
      {isValues.value ? (
        <Sides key="values" language="json" mine={draft.context} theirs={values} names={names} />
      ) : (
        <Sides key="content" language="template" mine={draft.content} theirs={template.content} names={names} />
      )}
      <div class="buttons">
        {draft.content.value !== template.content && draft.context.value !== values && (
          <button
            type="button"
            onClick={() => {
              isValues.value = !isValues.value;
            }}
          >
            {isValues.value ? 'Show the content' : 'Show the values'}
          </button>
        )}
        <button type="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          onClick={() => {
            draft.takeTheirs(theirs);
            onClose();
          }}
        >
          Take theirs
        </button>
        <button type="button" class="strong" onClick={onSave}>
          Save mine
        </button>
      </div>
    </Dialog>
  );
}
