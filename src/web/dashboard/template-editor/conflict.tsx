import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { Moment } from '../../parts/moment.tsx';
import { putInto } from '../../parts/put.ts';
import type { ReadTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';

interface ConflictProps {
  draft: Draft;
  /** What another person has saved meanwhile. */
  theirs: ReadTemplate;
  onClose: () => void;
  /** Saves what is mine now over theirs. */
  onSave: () => void;
}

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
        <Sides key="values" language="json" mine={draft.context} theirs={values} />
      ) : (
        <Sides key="content" language="template" mine={draft.content} theirs={template.content} />
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

function Sides({ mine, theirs, language }: { mine: Draft['content']; theirs: string; language: 'template' | 'json' }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let end = () => {};
    let isWanted = true;
    void import('../../editor/open-merge.ts').then(({ openMerge }) => {
      const parent = host.current?.shadowRoot ?? host.current?.attachShadow({ mode: 'open' });
      if (!isWanted || !parent) return;
      end = openMerge({ parent, mine: mine.peek(), theirs, language, onInput: putInto(mine) });
    });
    return () => {
      isWanted = false;
      end();
    };
  }, []);
  return <div ref={host} class="merge" />;
}
