import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { CodeEditor } from '../../editor/code-editor.tsx';
import { ErrorBox, showLines } from '../../editor/error-box.tsx';
import { FindingList } from '../../editor/finding-list.tsx';
import type { Editor } from '../../editor/open-editor.ts';
import { putInto } from '../../parts/put.ts';
import { Tabs } from '../../parts/tabs.tsx';
import { sayError } from '../../parts/toast.tsx';
import { Await, useLoaded, View } from '../../parts/view.tsx';
import { Viewer, type Zoom } from '../../viewer/viewer.tsx';
import { type ReadTemplate, readTemplate } from '../templates/template-calls.ts';
import { Conflict } from './conflict.tsx';
import { Divider } from './divider.tsx';
import { openDraft } from './draft.ts';
import { EditorBar } from './editor-bar.tsx';
import { Files } from './files/files.tsx';
import { listFindings, markText, nameProblem } from './findings.ts';
import { History } from './history.tsx';
import { PageOptionsForm } from './page-options.tsx';
import { useDrawing } from './use-drawing.ts';
import { useFindings } from './use-findings.ts';
import { useHistory } from './use-history.ts';
import { useSaving } from './use-saving.ts';
import { useValueFaults } from './values/use-value-faults.ts';
import { openValueSets, useUnsavedValues } from './values/value-sets.ts';
import { ValuesTab } from './values/values-tab.tsx';

/** One template: its text, its values and its pages. */
export function TemplateEditor({ id }: { id: string }) {
  const loaded = useLoaded((signal) => readTemplate(id, signal), [id]);
  if (loaded.error) {
    return (
      <View title="Template">
        <Await loaded={loaded}>{() => null}</Await>
      </View>
    );
  }
  return <Await loaded={loaded}>{(read) => <DraftEditor read={read} />}</Await>;
}

const tabs = ['content', 'values'];

/** The editor of a template: text on the left, pages on the right. */
function DraftEditor({ read }: { read: ReadTemplate }) {
  const draft = useMemo(() => openDraft(read), []);
  const sets = useMemo(() => openValueSets(draft), []);
  const shown = useMemo(() => ({ ...draft, context: sets.context, values: sets.values }), []);
  const drawing = useDrawing(shown);
  const checked = useFindings(shown);
  const checkedValues = useValueFaults(sets);
  const saving = useSaving(draft);
  const history = useHistory(draft);
  const tab = useSignal(0);
  const zoom = useSignal<Zoom | undefined>(undefined);
  const factor = useSignal<number | null>(null);
  const editors = useRef<Record<string, Editor>>({});
  const { pdf, problem } = drawing;
  const load = useMemo(() => pdf.value && (async () => pdf.value?.bytes.slice(0)), [pdf.value]);
  const findings = listFindings(problem.value, checked.value, pdf.value?.warnings ?? [], draft.content.value);

  useSignalEffect(() => draft.keep());
  useEffect(() => {
    const controller = new AbortController();
    // Without them the editor is as it was before there were named values.
    void sets.load(controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [draft.etag.value]);
  useEffect(() => {
    document.title = `${draft.isDirty.value || sets.isDirty.value ? '• ' : ''}${draft.name.value} – platen`;
  }, [draft.isDirty.value, sets.isDirty.value, draft.name.value]);
  useUnsavedValues(sets);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key === 's') void saving.save().then(() => sets.save().catch(sayError));
      else if (event.key === 'Enter') void drawing.draw();
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);

  function goTo(where: string, line = 1, column?: number): void {
    tab.value = Math.max(0, tabs.indexOf(where));
    // The panel is shown first.
    requestAnimationFrame(() => editors.current[where]?.goTo(line, column));
  }

  const text = problem.value?.where === 'values' ? sets.context.value : draft.content.value;
  const line = problem.value?.line;
  return (
    <div class="draft">
      <EditorBar
        draft={draft}
        drawing={drawing}
        warnings={problem.value ? 0 : findings.length}
        saving={saving}
        history={history}
        zoom={zoom}
        factor={factor}
      />
      <Divider
        left={
          <Tabs
            label="What to edit"
            chosen={tab}
            tabs={[
              {
                name: 'Content',
                panel: (
                  <CodeEditor
                    id="content-editor"
                    label="Content"
                    language="template"
                    text={draft.content}
                    marks={markText('content', problem.value, findings)}
                    readValues={() => sets.values.value.value}
                    onInput={draft.write}
                    onOpen={(editor) => {
                      editors.current.content = editor;
                    }}
                  />
                ),
              },
              {
                name: 'Values',
                panel: (
                  <ValuesTab
                    sets={sets}
                    checked={checkedValues.value}
                    marks={markText('values', problem.value, findings)}
                    onContext={putInto(draft.context)}
                    onOpen={(editor) => {
                      editors.current.values = editor;
                    }}
                  />
                ),
              },
              { name: 'Page options', panel: <PageOptionsForm options={draft.options} overlays={draft.overlays} /> },
              { name: 'Files', panel: <Files template={draft.id} onChange={() => void drawing.draw()} /> },
              { name: 'History', panel: <History draft={draft} history={history} /> },
            ]}
          />
        }
        right={
          <div class="desk">
            <ErrorBox
              error={
                problem.value && {
                  ...nameProblem(problem.value),
                  source: line === undefined ? [] : showLines(text, line),
                }
              }
              onGoTo={() => goTo(problem.value?.where ?? 'content', line, problem.value?.column)}
            />
            <Viewer load={load} isOld={problem.value !== undefined} zoom={zoom} factor={factor} />
            <FindingList
              findings={findings}
              word={problem.value ? 'more error' : 'warning'}
              isHidden={false}
              onGoTo={({ where, line: at, column }) => goTo(where, at, column)}
            />
          </div>
        }
      />
      {saving.conflict.value && <Conflict draft={draft} found={saving.conflict.value} saving={saving} />}
    </div>
  );
}
