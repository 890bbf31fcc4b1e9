import { batch, computed, signal } from '@preact/signals';
import type { ValueSets, ValueSetsChanges } from '../../../../contract/index.ts';
import type { Draft } from '../draft.ts';
import { readValues } from '../read-values.ts';
import { changeValueSets, loadValueSets } from './value-set-calls.ts';

/** The named values of a template that is being edited, and their schema. */
export type EditedValueSets = ReturnType<typeof openValueSets>;

/** Which text is shown: `null` is the preview context. */
export type ChosenValues = { set: string } | 'schema' | null;

/** Opens them. The preview context is that of the draft, which saves it with the content. */
export function openValueSets(draft: Pick<Draft, 'id' | 'etag' | 'context'>) {
  const stored = signal<Pick<ValueSets, 'sets' | 'schema'>>({ sets: {}, schema: null });
  /** Texts as they were typed, by the keys of what they are. */
  const typed = signal<Readonly<Record<string, string>>>({});
  const chosen = signal<ChosenValues>(null);
  /** What the pages are drawn with: the schema is no values. */
  const previewed = signal<Exclude<ChosenValues, 'schema'>>(null);
  const schemaText = computed(() => typed.value[keyOf('schema')] ?? format(stored.value.schema));
  const schema = computed(() => (schemaText.value.trim() === '' ? undefined : readValues(schemaText.value)));
  const context = computed(() => textOf(previewed.value));
  const text = computed(() => textOf(chosen.value));
  const values = computed(() => readValues(context.value));
  const isDirty = computed(() => listChanged().length > 0);

  function textOf(which: ChosenValues): string {
    if (which === null) return draft.context.value;
    if (which === 'schema') return schemaText.value;
    return typed.value[keyOf(which)] ?? format(stored.value.sets[which.set] ?? {});
  }

  /** The keys of texts that are not as they are stored. */
  function listChanged(): string[] {
    const { sets, schema: rules } = stored.value;
    return Object.entries(typed.value).flatMap(([key, value]) => {
      const before = key === keyOf('schema') ? rules : sets[nameOf(key)];
      return value === format(before ?? null) ? [] : [key];
    });
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
      if (chosen.value !== null) typed.value = { ...typed.value, [keyOf(chosen.value)]: next };
    },
    /** Stores what was typed, in one revision. Throws an Error with the name of a text that is no JSON object. */
    async save(): Promise<void> {
      const keys = listChanged();
      if (keys.length === 0) return;
      const changes: { sets?: Record<string, object>; schema?: object } = {};
      for (const key of keys) {
        const isSchema = key === keyOf('schema');
        const { value } = readValues(typed.value[key] ?? '');
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

function keyOf(which: Exclude<ChosenValues, null>): string {
  return which === 'schema' ? which : `set ${which.set}`;
}

function nameOf(key: string): string {
  return key.slice('set '.length);
}

function format(value: object | null): string {
  return value === null ? '' : `${JSON.stringify(value, null, 2)}\n`;
}
