import { useSignal } from '@preact/signals';
import type { CheckedValuesAnswer } from '../../../../contract/index.ts';
import type { ApiError } from '../../../api.ts';
import { CodeEditor } from '../../../editor/code-editor.tsx';
import type { Editor, EditorMark } from '../../../editor/open-editor.ts';
import { ask } from '../../../parts/ask.tsx';
import { Menu } from '../../../parts/menu.tsx';
import { put } from '../../../parts/put.ts';
import { sayDone, sayError } from '../../../parts/toast.tsx';
import { mayEdit } from '../../session.ts';
import { locateValue } from './locate-value.ts';
import { changedWords, ValueSetForm } from './value-set-form.tsx';
import type { ChosenValues, EditedValueSets } from './value-sets.ts';

interface ValuesTabProps {
  sets: EditedValueSets;
  checked: CheckedValuesAnswer;
  /** What else is wrong with the values that are drawn. */
  marks: readonly EditorMark[];
  /** Takes what is typed into the preview context. */
  onContext(text: string): void;
  onOpen(editor: Editor): void;
}

/** The values that the pages are drawn with, and the schema that they must follow. */
export function ValuesTab({ sets, checked, marks, onContext, onOpen }: ValuesTabProps) {
  const editor = useSignal<Editor | undefined>(undefined);
  const named = useSignal<{ from: string | undefined } | undefined>(undefined);
  const { stored, chosen, previewed } = sets;
  const which = chosen.value;
  const isShown = which !== 'schema';
  const { sets: all, schema } = stored.value;
  const faults = checked.faults.map((fault) => ({ ...fault, ...locateValue(sets.context.value, fault.path) }));
  const found = faults.map(({ field, detail, line }) => ({
    ...{ message: `${field} ${detail}`, line, severity: 'error' as const },
  }));
  const set = isShown ? which?.set : undefined;

  async function attempt(work: () => Promise<void>, done?: string): Promise<void> {
    try {
      await work();
      if (done !== undefined) sayDone(done);
    } catch (error) {
      sayError((error as ApiError).code === 'template_changed' ? changedWords : error);
    }
  }

  async function removeNamed(name: string): Promise<void> {
    const question = { title: `Delete the values "${name}"?`, text: 'Earlier revisions keep them.', action: 'Delete' };
    if (await ask({ ...question, isDangerous: true })) await attempt(() => sets.remove(name), 'Deleted.');
  }

  async function removeSchema(): Promise<void> {
    const text = 'Renders of this template then take any values. Earlier revisions keep it.';
    if (await ask({ title: 'Delete the schema?', text, action: 'Delete', isDangerous: true }))
      await attempt(() => sets.removeSchema(), 'Deleted.');
  }

  const items = [
    { words: 'New values', onChoose: put(named, { from: undefined }) },
    ...(set === undefined
      ? []
      : [
          { words: 'Rename', onChoose: put(named, { from: set }) },
          { words: 'Delete', isDangerous: true, onChoose: () => void removeNamed(set) },
        ]),
    schema === null
      ? { words: 'Add a schema', onChoose: () => void attempt(() => sets.addSchema()) }
      : { words: 'Delete the schema', isDangerous: true, onChoose: () => void removeSchema() },
  ];

  return (
    <>
      <div class="values-bar">
        <select
          aria-label="Which values"
          value={keyOf(which)}
          onChange={({ currentTarget }) => sets.choose(chosenOf(currentTarget.value))}
        >
          <option value="">Preview context</option>
          {Object.keys(all).map((name) => (
            <option key={name} value={`set ${name}`}>
              {name}
            </option>
          ))}
          {schema !== null && <option value="schema">Schema of all values</option>}
        </select>
        {!isShown && (
          <span class="dim">Pages have {previewed.value ? `"${previewed.value.set}"` : 'the preview context'}</span>
        )}
        {mayEdit.value && (
          <div class="tools">
            {sets.isDirty.value && (
              <button type="button" class="strong" onClick={() => void attempt(() => sets.save(), 'Saved.')}>
                Save values
              </button>
            )}
            <Menu label="Actions for values" items={items} />
          </div>
        )}
      </div>
      <CodeEditor
        key={keyOf(which)}
        id="values-editor"
        label={which === null ? 'Preview values' : isShown ? `Values ${which.set}` : 'Schema'}
        language="json"
        text={sets.text}
        marks={isShown ? [...marks, ...found] : []}
        onInput={(text) => (which === null ? onContext(text) : sets.type(text))}
        onOpen={(opened) => {
          editor.value = opened;
          if (isShown) onOpen(opened);
        }}
      />
      {checked.problem !== undefined && <p class="said bad">The schema cannot be used: {checked.problem}</p>}
      {isShown && faults.length > 0 && (
        <div class="faults" role="status">
          <p>
            {faults.length === 1 ? '1 value does' : `${faults.length} values do`} not follow the schema, and no render
            takes them.
          </p>
          <ul>
            {faults.map(({ field, detail, line, column }) => (
              <li key={field}>
                <button type="button" class="link" onClick={() => editor.value?.goTo(line, column)}>
                  <code>{field}</code>
                </button>{' '}
                {detail}
              </li>
            ))}
          </ul>
        </div>
      )}
      {named.value && <ValueSetForm sets={sets} from={named.value.from} onClose={put(named, undefined)} />}
    </>
  );
}

function keyOf(which: ChosenValues): string {
  if (which === null) return '';
  return which === 'schema' ? which : `set ${which.set}`;
}

function chosenOf(key: string): ChosenValues {
  if (key === '') return null;
  return key === 'schema' ? key : { set: key.slice('set '.length) };
}
