import { batch, computed, signal } from '@preact/signals';
import { PostError, post } from './follow.ts';
import type { ShownContext } from './preview-state.ts';

/** Milliseconds without a key after which the page is rendered again. */
const pauseMs = 200;
/** Milliseconds for which a save is confirmed. */
const savedMs = 3000;
const nothing: ShownContext = { text: '', file: null, digest: '', edited: false, set: null, sets: [] };

/** What the server told last. */
const known = signal(nothing);
const isConflict = signal(false);
const isSaved = signal(false);
const failure = signal<string | undefined>(undefined);
/** Digest of the file that the text started from. */
let base = '';
let isSaving = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/** The text in the editor. */
export const text = signal('');
/** Whether the text is not what is in the file. */
export const isDirty = signal(false);
/** The file that the values are saved in; null if they cannot be saved. */
export const file = computed(() => known.value.file);
/** The names of the sets of values, besides the default one. */
export const sets = computed(() => known.value.sets);
/** The chosen set; empty for the default one. */
export const chosenSet = computed(() => known.value.set ?? '');
/** Whether saving would replace what another person has written. */
export const isReplacing = computed(() => isConflict.value);
/** What to say below the editor. */
export const said = computed(() => {
  if (failure.value !== undefined) return { words: failure.value, isBad: true };
  const words = isConflict.value
    ? 'The file has changed meanwhile. Saving replaces it; Revert loads it.'
    : isDirty.value && file.value !== null
      ? 'Not saved yet.'
      : isSaved.value
        ? 'Saved.'
        : '';
  return { words, isBad: false };
});

/** Takes the server's values, except during typing. */
export const take = (context: ShownContext) =>
  batch(() => {
    const before = known.value;
    const isFirst = before.digest === '' && before.text === '';
    known.value = context;
    if (isFirst || (!isDirty.value && timer === undefined)) {
      base = context.digest;
      isDirty.value = context.edited;
      text.value = context.text;
    } else if (!isSaving && context.digest !== base && context.digest !== before.digest) isConflict.value = true;
    if (timer === undefined && text.value === context.text) isDirty.value = context.edited;
    failure.value = undefined;
  });

/** Forgets the values of a template that is not followed any more. */
export const forget = () =>
  batch(() => {
    stopTimer();
    known.value = nothing;
    isDirty.value = false;
    isConflict.value = false;
  });

/** Takes what was typed, and renders with it after a pause. */
export const change = (words: string) =>
  batch(() => {
    text.value = words;
    isDirty.value = true;
    failure.value = undefined;
    stopTimer();
    timer = setTimeout(() => {
      timer = undefined;
      void send(words);
    }, pauseMs);
  });

/** Writes the text to the file, unless that has changed meanwhile without a notice. */
export async function save(): Promise<void> {
  if (!isDirty.value || file.value === null) return;
  stopTimer();
  const words = text.value;
  isSaving = true;
  try {
    const { digest = '' } = await post('save', { text: words, base: isConflict.value ? undefined : base });
    base = digest;
    batch(() => {
      isConflict.value = false;
      isDirty.value = text.value !== words;
      isSaved.value = true;
    });
    setTimeout(() => {
      isSaved.value = false;
    }, savedMs);
  } catch (error) {
    if (error instanceof PostError && error.code === 'conflict') isConflict.value = true;
    else failure.value = (error as Error).message;
  } finally {
    isSaving = false;
  }
}

/** Shows another set of values. Only without changes that are not saved. */
export async function chooseSet(name: string): Promise<void> {
  forget();
  await post('set', { set: name === '' ? null : name }).catch((error: Error) => {
    failure.value = error.message;
  });
}

/** Takes what is in the file. */
export async function revert(): Promise<void> {
  stopTimer();
  batch(() => {
    isDirty.value = false;
    isConflict.value = false;
    // If nothing was sent yet, nothing new will be reported.
    if (!known.value.edited) text.value = known.value.text;
  });
  await send(null);
}

async function send(words: string | null): Promise<void> {
  await post('context', { text: words }).catch((error: Error) => {
    failure.value = error.message;
  });
}

function stopTimer(): void {
  clearTimeout(timer);
  timer = undefined;
}
