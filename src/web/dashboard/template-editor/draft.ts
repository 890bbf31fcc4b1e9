import { batch, computed, signal } from '@preact/signals';
import type { PartOptions, TemplateChanges } from '../../../contract/index.ts';
import { changeTemplate, type ReadTemplate } from '../templates/template-calls.ts';
import { findDraft, keepDraft } from './kept-draft.ts';
import { readValues } from './read-values.ts';

/** A template that is being edited. */
export type Draft = ReturnType<typeof openDraft>;

/** Opens a template for editing, with the unsaved work of this browser if there is some. */
export function openDraft(read: ReadTemplate) {
  const { id } = read.template;
  const stored = textsOf(read);
  const kept = findDraft(id, stored);
  const saved = signal(stored);
  const etag = signal(kept?.etag ?? read.etag);
  const content = signal(kept?.content ?? saved.value.content);
  const context = signal(kept?.context ?? saved.value.context);
  const name = signal(read.template.name);
  /** How pages are drawn here. They belong to a render and are stored nowhere. */
  const options = signal<PartOptions>({});
  const values = computed(() => readValues(context.value));
  const isDirty = computed(() => content.value !== saved.value.content || context.value !== saved.value.context);

  function take({ template, etag: next }: ReadTemplate): void {
    batch(() => {
      name.value = template.name;
      etag.value = next;
      saved.value = textsOf({ template, etag: next });
    });
  }

  /** Keeps what is not saved, and forgets it once it is. */
  function keep(): void {
    const draft = { etag: etag.value, content: content.value, context: context.value };
    keepDraft(id, isDirty.value ? draft : undefined);
  }

  return {
    id,
    etag,
    name,
    content,
    context,
    options,
    values,
    isDirty,
    /** Content and context as the service has them. */
    saved,
    keep,
    /**
     * Saves what has changed since it was read. `over` is a newer version that was looked at, `message` says why it is saved. Throws
     * `template_changed`.
     */
    async save(over?: string, message?: string): Promise<void> {
      const { value } = values.value;
      const texts = { content: content.value, context: context.value };
      const changes: TemplateChanges = {
        ...(texts.content !== saved.value.content && { content: texts.content }),
        ...(texts.context !== saved.value.context && value && { preview_context: value }),
      };
      const { template, etag: next } = await changeTemplate(id, changes, over ?? etag.value, message);
      batch(() => {
        name.value = template.name;
        etag.value = next;
        // As written, because the service gives JSON in its own form.
        saved.value = texts;
      });
      // At once: effects come after the next frame, and a reload may come before it.
      keep();
    },
    async rename(words: string): Promise<void> {
      const { template, etag: next } = await changeTemplate(id, { name: words }, etag.value);
      name.value = template.name;
      etag.value = next;
    },
    /** Gives up what is not saved for what is stored. */
    takeTheirs(theirs: ReadTemplate): void {
      batch(() => {
        take(theirs);
        ({ content: content.value, context: context.value } = saved.value);
      });
    },
  };
}

function textsOf({ template }: ReadTemplate): { content: string; context: string } {
  return { content: template.content, context: `${JSON.stringify(template.preview_context, null, 2)}\n` };
}
