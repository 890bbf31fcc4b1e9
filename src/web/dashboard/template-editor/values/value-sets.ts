import { batch, computed, signal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ValueSets, ValueSetsChanges } from '../../../../contract/index.ts';
import type { Draft } from '../draft.ts';
import { readValues } from '../read-values.ts';
import { changeValueSets, loadValueSets } from './value-set-calls.ts';

/** The named values of a template that is being edited, and their schema. */
export type EditedValueSets = ReturnType<typeof openValueSets>;

/** A text as it was typed, and as it was stored when that began. */
interface TypedText {
  text: string;
  base: string;
}

/** What is not stored yet, by the ids of templates: for other views of this page. Leaving the page asks first. */
const unsaved = new Map<string, Readonly<Record<string, TypedText>>>();

/** Which text is shown: `null` is the preview context. */
export type ChosenValues = { set: string } | 'schema' | null;

/** Opens them. The preview context is that of the draft, which saves it with the content. */
export function openValueSets(draft: Pick<Draft, 'id' | 'etag' | 'context'>) {
  const stored = signal<Pick<ValueSets, 'sets' | 'schema'>>({ sets: {}, schema: null });
  /** Texts as they were typed, by the keys of what they are. */
  const typed = signal(unsaved.get(draft.id) ?? {});
  const chosen = signal<ChosenValues>(null);
  /** What the pages are drawn with: the schema is no values. */
  const previewed = signal<Exclude<ChosenValues, 'schema'>>(null);
  const schemaText = computed(() => typed.value[keyOf('schema')]?.text ?? format(stored.value.schema));
  const schema = computed(() => (schemaText.value.trim() === '' ? undefined : readValues(schemaText.value)));
  const context = computed(() => textOf(previewed.value));
  const text = computed(() => textOf(chosen.value));
  const values = computed(() => readValues(context.value));
  const isDirty = computed(() => listChanged().length > 0);

  function textOf(which: ChosenValues): string {
    if (which === null) return draft.context.value;
    if (which === 'schema') return schemaText.value;
    return typed.value[keyOf(which)]?.text ?? format(stored.value.sets[which.set] ?? {});
  }

  /** The keys of texts that are not as they are stored. */
  function listChanged(): string[] {
    return Object.entries(typed.value).flatMap(([key, mine]) => (isSame(mine.text, storedText(key)) ? [] : [key]));
  }

  function storedText(key: string): string {
    const { sets, schema: rules } = stored.value;
    return format((key === keyOf('schema') ? rules : sets[nameOf(key)]) ?? null);
  }

  async function send(changes: ValueSetsChanges): Promise<void> {
    const { sets, etag } = await changeValueSets(draft.id, changes, draft.etag.value);
    const done = [
      ...Object.keys(changes.sets ?? {}).map((set) => keyOf({ set })),
      ...('schema' in changes ? [keyOf('schema')] : []),
    ];
    batch(() => {
      draft.etag.value = etag;
      stored.value = sets;
      typed.value = Object.fromEntries(Object.entries(typed.value).filter(([key]) => !done.includes(key)));
    });
  }

  return {
    stored,
    chosen,
    previewed,
    text,
    context,
    values,
    schema,
    isDirty,
    async load(abort?: AbortSignal): Promise<void> {
      stored.value = await loadValueSets(draft.id, abort);
    },
    choose(which: ChosenValues): void {
      batch(() => {
        chosen.value = which;
        if (which !== 'schema') previewed.value = which;
      });
    },
    /** Takes what was typed into the text that is shown, unless that is the preview context. */
    type(next: string): void {
      if (chosen.value === null) return;
      const key = keyOf(chosen.value);
      typed.value = { ...typed.value, [key]: { text: next, base: typed.value[key]?.base ?? storedText(key) } };
    },
    /** Keeps what is not stored while another view is shown, and forgets it once it is. */
    keep(): void {
      if (isDirty.value) unsaved.set(draft.id, typed.value);
      else unsaved.delete(draft.id);
    },
    /**
     * Stores what was typed, in one revision. Throws an Error with the name of a text that is no JSON object, or that another person has
     * changed since typing began.
     */
    async save(): Promise<void> {
      const keys = listChanged();
      if (keys.length === 0) return;
      const changes: { sets?: Record<string, object>; schema?: object } = {};
      for (const key of keys) {
        const isSchema = key === keyOf('schema');
        const { text: mine = '', base } = typed.value[key] ?? {};
        if (base !== storedText(key)) {
          const what = isSchema ? 'the schema' : `"${nameOf(key)}"`;
          throw new Error(`Another person has changed ${what} meanwhile. Copy your text, then load the page again.`);
        }
        const { value } = readValues(mine);
        if (!value)
          throw new Error(`${isSchema ? 'The schema' : `"${nameOf(key)}"`} is not a JSON object. Fix it, then save.`);
        if (isSchema) changes.schema = value;
        else changes.sets = { ...changes.sets, [nameOf(key)]: value };
      }
      await send(changes);
    },
    /** Stores values under a new name: a copy of those that are shown. */
    async add(set: string): Promise<void> {
      await send({ sets: { [set]: values.value.value ?? {} } });
      this.choose({ set });
    },
    async rename(from: string, to: string): Promise<void> {
      const { value } = readValues(textOf({ set: from }));
      await send({ sets: { [from]: null, [to]: value ?? stored.value.sets[from] ?? {} } });
      this.choose({ set: to });
    },
    async remove(set: string): Promise<void> {
      this.choose(null);
      await send({ sets: { [set]: null } });
    },
    async addSchema(): Promise<void> {
      await send({ schema: { type: 'object', properties: {} } });
      this.choose('schema');
    },
    async removeSchema(): Promise<void> {
      this.choose(previewed.value);
      await send({ schema: null });
    },
  };
}

/** Keeps values that are not stored while other views are shown, and has the browser ask before the page is left. */
export function useUnsavedValues(sets: Pick<EditedValueSets, 'keep' | 'isDirty'>): void {
  useSignalEffect(() => sets.keep());
  const isDirty = sets.isDirty.value;
  useEffect(() => {
    if (!isDirty) return;
    const onLeave = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', onLeave);
    return () => removeEventListener('beforeunload', onLeave);
  }, [isDirty]);
}

/** Whether two texts are the same JSON, however they are laid out. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [readValues(one).value, readValues(other).value];
  return one === other || (a !== undefined && JSON.stringify(a) === JSON.stringify(b));
}

function keyOf(which: Exclude<ChosenValues, null>): string {
  return which === 'schema' ? which : `set ${which.set}`;
}

function nameOf(key: string): string {
  return key.slice('set '.length);
}

function format(value: object | null): string {
  return value === null ? '' : `${JSON.stringify(value, null, 2)}\n`;
}
