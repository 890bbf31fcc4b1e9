import type { ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { EditorLanguage } from './languages.ts';
import type { Editor, EditorMark } from './open-editor.ts';

interface CodeEditorProps {
  id: string;
  /** The name that screen readers say. */
  label: string;
  language: EditorLanguage;
  /** Set from outside it shows at once; `onInput` reports what is typed, which is never replaced during typing. */
  text: ReadonlySignal<string>;
  marks?: readonly EditorMark[];
  isHidden?: boolean;
  readValues?: () => unknown;
  onInput(text: string): void;
  /** Receives the editor once its code is loaded. */
  onOpen?(editor: Editor): void;
}

/** A text field for code. What it is made of is loaded when it is shown first. */
export function CodeEditor(props: CodeEditorProps) {
  const { id, text, marks = [], isHidden } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(undefined);
  /** The present properties, for what the editor calls later. */
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    if (isHidden || editor.current) return;
    let isWanted = true;
    void import('./open-editor.ts').then(({ openEditor }) => {
      const { current: element } = host;
      if (!isWanted || !element) return;
      const { language, label, onOpen } = latest.current;
      const opened = openEditor({
        parent: element.shadowRoot ?? element.attachShadow({ mode: 'open' }),
        text: latest.current.text.peek(),
        language,
        label,
        readValues: () => latest.current.readValues?.(),
        onInput: (value) => latest.current.onInput(value),
      });
      opened.setMarks(latest.current.marks ?? []);
      editor.current = opened;
      onOpen?.(opened);
    });
    return () => {
      isWanted = false;
    };
  }, [isHidden]);
  useEffect(() => () => editor.current?.close(), []);
  // In step with the signal: an effect of a later frame would put an older text over what was typed since.
  useEffect(() => text.subscribe((value) => editor.current?.setText(value)), [text]);
  useEffect(() => editor.current?.setMarks(marks), [JSON.stringify(marks)]);

  return <div id={id} ref={host} class="code-editor" hidden={isHidden} />;
}
