import { type Signal, useSignal } from '@preact/signals';
import { Choice, TextField } from '../../../parts/field.tsx';
import { type OverlayFile, readTriedFile, type TriedOverlays } from './overlay-list.ts';

const places = [
  ['', 'all pages'],
  ['first', 'the first page'],
  ['last', 'the last page'],
  ['2-', 'all but the first'],
] as const;

const layers = [
  ['under', 'under the pages'],
  ['over', 'over the pages'],
] as const;

/** A watermark and a file, such as a letterhead, over or under the pages. */
export function OverlaysForm({ overlays }: { overlays: Signal<TriedOverlays> }) {
  const problem = useSignal<string | undefined>(undefined);
  const { watermark, file, isUnder, pages } = overlays.value;
  const set = (changed: Partial<TriedOverlays>) => {
    overlays.value = { ...overlays.value, ...changed };
  };

  async function take(field: HTMLInputElement): Promise<void> {
    const chosen = field.files?.[0];
    let read: OverlayFile | undefined;
    problem.value = undefined;
    try {
      read = chosen && (await readTriedFile(chosen));
    } catch (error) {
      problem.value = (error as Error).message;
    }
    // Another file may have been chosen meanwhile.
    if (field.files?.[0] === chosen) set({ file: read });
  }

  return (
    <>
      <TextField
        label="Watermark"
        hint="A text across the pages, such as DRAFT."
        maxLength={200}
        value={watermark}
        onInput={({ currentTarget }) => set({ watermark: currentTarget.value })}
      />
      <TextField
        label="Letterhead or stamp"
        type="file"
        accept=".html,.htm,.pdf,.png,.jpg,.jpeg,.webp,.avif,.gif,.svg"
        hint="HTML, a PDF or an image, drawn on the whole page."
        problem={problem.value}
        onChange={({ currentTarget }) => void take(currentTarget)}
      />
      {file && (
        <Choice
          label="Letterhead or stamp is"
          value={isUnder ? 'under' : 'over'}
          options={layers}
          onChange={({ currentTarget }) => set({ isUnder: currentTarget.value === 'under' })}
        />
      )}
      {(file || watermark.trim() !== '') && (
        <Choice
          label="On"
          value={pages ?? ''}
          options={places}
          onChange={({ currentTarget }) => set({ pages: currentTarget.value || undefined })}
        />
      )}
    </>
  );
}
