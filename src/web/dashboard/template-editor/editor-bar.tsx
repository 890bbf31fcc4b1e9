import { type Signal, useSignal } from '@preact/signals';
import { serviceUrl } from '../../api.ts';
import { ask } from '../../parts/ask.tsx';
import { Dialog, Done } from '../../parts/dialog.tsx';
import { countOf, showBytes, showTime } from '../../parts/format.ts';
import { Menu } from '../../parts/menu.tsx';
import { put } from '../../parts/put.ts';
import { tryTo } from '../../parts/toast.tsx';
import { addressOfView, go } from '../../router.ts';
import type { Zoom } from '../../viewer/viewer.tsx';
import { ZoomButtons } from '../../viewer/zoom-buttons.tsx';
import { writeCode } from '../code-lines.ts';
import { CodeTabs } from '../code-tabs.tsx';
import { mayEdit } from '../session.ts';
import { createTemplate, deleteTemplate } from '../templates/template-calls.ts';
import type { Draft } from './draft.ts';
import { downloadFolder } from './files/download.ts';
import { Filing } from './filing.tsx';
import { keepDraft } from './kept-draft.ts';
import { listOverlays, nameFile, writeOverlayFlags } from './overlays/overlay-list.ts';
import { Rename } from './rename.tsx';
import { SaveWithMessage } from './save-with-message.tsx';
import type { useDrawing } from './use-drawing.ts';
import type { useHistory } from './use-history.ts';
import type { useSaving } from './use-saving.ts';

interface BarProps {
  draft: Draft;
  drawing: ReturnType<typeof useDrawing>;
  /** How many are listed below the pages. */
  warnings: number;
  saving: ReturnType<typeof useSaving>;
  history: ReturnType<typeof useHistory>;
  zoom: Signal<Zoom | undefined>;
  factor: Signal<number | null>;
}

/** Name, state and actions of the template. */
export function EditorBar({ draft, drawing, warnings, saving, history, zoom, factor }: BarProps) {
  const open = useSignal<'rename' | 'filing' | 'use' | 'message' | undefined>(undefined);
  const { id, name, content, values } = draft;

  async function duplicate(): Promise<void> {
    const preview_context = values.value.value ?? {};
    const copy = { name: `Copy of ${name.value}`, content: content.value, preview_context };
    await tryTo(async () => go(addressOfView(`templates/${(await createTemplate(copy)).template.id}`)));
  }

  async function remove(): Promise<void> {
    const isYes = await ask({
      title: `Delete ${name.value}?`,
      text: 'Renders that name this template fail from now on. This cannot be undone.',
      action: 'Delete the template',
      isDangerous: true,
    });
    if (!isYes) return;
    await tryTo(async () => {
      await deleteTemplate(id);
      keepDraft(id, undefined);
      go(addressOfView('templates'));
    }, `${name.value} is deleted.`);
  }

  const items = [
    { words: 'Use it…', onChoose: put(open, 'use') },
    { words: 'Download as a folder', onChoose: () => void tryTo(() => downloadFolder(draft)) },
    ...(mayEdit.value
      ? [
          ...(draft.isDirty.value ? [{ words: 'Save with a message…', onChoose: put(open, 'message') }] : []),
          { words: 'Rename…', onChoose: put(open, 'rename') },
          { words: 'Slug, folder and tags…', onChoose: put(open, 'filing') },
          { words: 'Duplicate', onChoose: () => void duplicate() },
          { words: 'Delete…', onChoose: () => void remove(), isDangerous: true },
        ]
      : []),
  ];
  return (
    <header class="editor-bar">
      <h1 class="cut">{name}</h1>
      <Status drawing={drawing} warnings={warnings} />
      <Live history={history} />
      <div class="tools">
        <ZoomButtons zoom={zoom} factor={factor} />
        <Menu label="Actions for this template" items={items} />
        {mayEdit.value && (
          <button
            type="button"
            class="strong"
            title="Ctrl-S"
            disabled={!draft.isDirty.value || saving.isBusy.value}
            onClick={() => void saving.save()}
          >
            {draft.isDirty.value ? 'Save' : 'Saved'}
          </button>
        )}
      </div>
      {open.value === 'rename' && <Rename draft={draft} onClose={put(open, undefined)} />}
      {open.value === 'filing' && <Filing id={id} onClose={put(open, undefined)} />}
      {open.value === 'message' && <SaveWithMessage saving={saving} onClose={put(open, undefined)} />}
      {open.value === 'use' && <UseIt draft={draft} onClose={put(open, undefined)} />}
    </header>
  );
}

/** Which revision is live, if that is not the newest: what is saved waits. */
function Live({ history: { live, newest } }: Pick<BarProps, 'history'>) {
  if (typeof live.value !== 'number' || newest === undefined || live.value === newest) return null;
  return <span class="tag warn">Revision {live.value} is live</span>;
}

/** Pages, size and time of the drawing, with a light. */
function Status({ drawing: { pdf, problem, isBusy }, warnings }: Pick<BarProps, 'drawing' | 'warnings'>) {
  const { pages, bytes, ms } = pdf.value ?? {};
  const light = problem.value ? 'bad' : warnings > 0 ? 'warn' : pdf.value ? 'good' : '';
  const facts =
    pages === undefined || !bytes
      ? 'Drawing…'
      : [
          countOf(pages, 'page'),
          showBytes(bytes.byteLength),
          showTime(ms ?? 0),
          warnings > 0 && countOf(warnings, 'warning'),
        ]
          .filter(Boolean)
          .join(' · ');
  return (
    <p class="facts" role="status">
      <span class={`light ${light}${isBusy.value ? ' busy' : ''}`} />
      {problem.value ? 'Not drawn' : facts}
    </p>
  );
}

/** Lines that render this template with its values. */
function UseIt({ draft, onClose }: { draft: Draft; onClose: () => void }) {
  const { id, values, options } = draft;
  const tried = draft.overlays.value;
  const overlays = listOverlays(tried, nameFile);
  const context = values.value.value ?? {};
  const lines = writeCode(
    { template: id, context, options: options.value, overlays, flags: writeOverlayFlags(tried) },
    serviceUrl,
  );
  return (
    <Dialog title={`Use ${draft.name.value}`} onClose={onClose} isWide>
      <p>
        The key is in <code>PLATEN_API_KEY</code>. Without <code>context</code> the stored values are used.
      </p>
      <CodeTabs lines={lines} />
      <Done onClose={onClose} />
    </Dialog>
  );
}
