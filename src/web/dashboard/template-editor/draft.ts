import { batch, computed, signal } from '@preact/signals';
import type { PartOptions, TemplateChanges } from '../../../contract/index.ts';
import { withEndingsOf } from '../../../texts/index.ts';
import type { ApiError } from '../../api.ts';
import { changeTemplate, type ReadTemplate, readTemplate } from '../templates/template-calls.ts';
import { type DraftMerge, type DraftTexts, mergeDraft } from './draft-merge.ts';
import { findDraft, keepDraft } from './kept-draft.ts';
import { noOverlays, type TriedOverlays } from './overlays/overlay-list.ts';
import { readValues } from './read-values.ts';

/** A template that is being edited. */
export type Draft = ReturnType<typeof openDraft>;

/** Opens a template for editing, with the unsaved work of this browser if there is some. */
export function openDraft(read: ReadTemplate) {
  const { id } = read.template;
  const stored = textsOf(read);
  const kept = findDraft(id, stored);
  // Without its base, what was kept of another version can only be compared with what is stored.
  const base = !kept || kept.etag === read.etag ? stored : kept.base;
  const saved = signal<DraftTexts | undefined>(base);
  const etag = signal(kept?.etag ?? read.etag);
  const content = signal(kept?.content ?? stored.content);
  const context = signal(kept?.context ?? stored.context);
  const name = signal(read.template.name);
  /** How pages are drawn here. They belong to a render and are stored nowhere. */
  const options = signal<PartOptions>({});
  const overlays = signal<TriedOverlays>(noOverlays);
  const values = computed(() => readValues(context.value));
  const isDirty = computed(() => content.value !== saved.value?.content || context.value !== saved.value.context);

  function take({ template, etag: next }: ReadTemplate): void {
    batch(() => {
      name.value = template.name;
      etag.value = next;
      saved.value = textsOf({ template, etag: next });
    });
  }

  /** Keeps what is not saved, and forgets it once it is. */
  function keep(): void {
    const draft = { etag: etag.value, content: content.value, context: context.value, base: saved.value };
    keepDraft(id, isDirty.value ? draft : undefined);
  }

  return {
    id,
    etag,
    name,
    content,
    context,
    options,
    overlays,
    values,
    isDirty,
    /** Content and context as the service had them when this work began; undefined if that is not known. */
    saved,
    keep,
    /** Saves what has changed since it was read. `message` says why it is saved. Throws `template_changed`. */
    async save(message?: string): Promise<void> {
      const { value } = values.value;
      const texts = { content: content.value, context: context.value };
      const changes: TemplateChanges = {
        ...(texts.content !== saved.value?.content && { content: texts.content }),
        ...(texts.context !== saved.value?.context && value && { preview_context: value }),
      };
      const { template, etag: next } = await changeTemplate(id, changes, etag.value, message);
      batch(() => {
        name.value = template.name;
        etag.value = next;
        // As written, because the service gives JSON in its own form.
        saved.value = texts;
      });
      // At once: effects come after the next frame, and a reload may come before it.
      keep();
    },
    /** Takes what is typed into the content. Editors know one kind of line break, and the template keeps its own. */
    write(text: string): void {
      content.value = withEndingsOf(text, saved.value?.content ?? content.value);
    },
    /** Merges what is in the editor with what another person has saved; changes nothing yet. The values must be an object. */
    merge(theirs: ReadTemplate): DraftMerge {
      return mergeDraft(saved.value, { content: content.value, context: context.value }, textsOf(theirs));
    },
    /** Goes on with merged texts, as work that started from theirs. */
    takeMerge(theirs: ReadTemplate, merged: DraftTexts): void {
      batch(() => {
        take(theirs);
        ({ content: content.value, context: context.value } = merged);
      });
      keep();
    },
    /** Renames the template. Texts that another person has changed are merged by the next save; another name throws `template_changed`. */
    async rename(words: string): Promise<void> {
      try {
        const { template, etag: next } = await changeTemplate(id, { name: words }, etag.value);
        name.value = template.name;
        etag.value = next;
      } catch (error) {
        if ((error as ApiError).code !== 'template_changed') throw error;
        const theirs = await readTemplate(id);
        const known = name.value;
        name.value = theirs.template.name;
        if (name.value !== known) throw error;
        name.value = (await changeTemplate(id, { name: words }, theirs.etag)).template.name;
      }
    },
    /** Gives up what is not saved for what is stored. */
    takeTheirs(theirs: ReadTemplate): void {
      batch(() => {
        take(theirs);
        ({ content: content.value, context: context.value } = textsOf(theirs));
      });
    },
  };
}

function textsOf({ template }: ReadTemplate): DraftTexts {
  return { content: template.content, context: `${JSON.stringify(template.preview_context, null, 2)}\n` };
}
