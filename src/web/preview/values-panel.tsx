import { useEffect, useRef } from 'preact/hooks';
import { CodeEditor } from '../editor/code-editor.tsx';
import type { Editor } from '../editor/open-editor.ts';
import { change, chooseSet, chosenSet, file, isDirty, isReplacing, revert, said, save, sets, text } from './values.ts';

/** The values of the preview, to try others. Ctrl-S saves them. */
export function ValuesPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const editor = useRef<Editor>(undefined);
  useEffect(() => {
    if (isOpen) editor.current?.focus();
  }, [isOpen]);

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !event.defaultPrevented) onClose();
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  }

  return (
    <aside id="values" class="values" aria-labelledby="values-title" hidden={!isOpen} onKeyDown={onKeyDown}>
      <header>
        <h2 id="values-title">Preview values</h2>
        <select
          id="set"
          aria-label="Set of values"
          hidden={sets.value.length === 0}
          value={chosenSet.value}
          disabled={isDirty.value}
          title={isDirty.value ? 'Save or revert the values first.' : undefined}
          onChange={({ currentTarget }) => chooseSet(currentTarget.value)}
        >
          <option value="">preview_context</option>
          {sets.value.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <p id="file" class={file.value === null ? 'file' : 'file code'}>
          {file.value ?? 'Stored on the service; changes here are for this preview alone.'}
        </p>
        <button type="button" class="quiet" aria-label="Close the values" onClick={onClose}>
          ×
        </button>
      </header>
      <CodeEditor
        id="text"
        label="Preview values"
        language="json"
        text={text}
        isHidden={!isOpen}
        onInput={change}
        onOpen={(opened) => {
          editor.current = opened;
          opened.focus();
        }}
      />
      <footer>
        <p id="said" class={said.value.isBad ? 'said bad' : 'said'} role="status">
          {said.value.words}
        </p>
        <div class="buttons">
          <button type="button" id="revert" disabled={!isDirty.value} onClick={revert}>
            Revert
          </button>
          <button
            type="button"
            id="save"
            class="strong"
            hidden={file.value === null}
            disabled={!isDirty.value}
            onClick={save}
          >
            {isReplacing.value ? 'Replace the file' : 'Save to file'}
          </button>
        </div>
      </footer>
    </aside>
  );
}
