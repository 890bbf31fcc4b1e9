import { closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { type ChangeSpec, EditorState, type Text, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { findHunks, splitLines } from '../../texts/index.ts';
import { chooseLanguage, type EditorLanguage } from './languages.ts';
import { editorTheme, highlighting } from './theme.ts';

/** A place of a text with something to say about it. */
export interface EditorMark {
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units; without it the whole line is meant. */
  column?: number;
  message: string;
  severity: 'error' | 'warning';
}

interface EditorSetting {
  parent: ShadowRoot;
  text: string;
  language: EditorLanguage;
  /** The name that screen readers say. */
  label: string;
  /** Values that names and properties are completed from. */
  readValues: () => unknown;
  onInput: (text: string) => void;
}

/** An open editor. */
export interface Editor {
  /** Puts another text in, without a step to undo. Lines that stay keep the caret and their steps to undo. */
  setText(text: string): void;
  setMarks(marks: readonly EditorMark[]): void;
  /** Moves the caret to a place and shows it. */
  goTo(line: number, column?: number): void;
  focus(): void;
  close(): void;
}

/** Opens an editor. Its styles are constructed sheets of the shadow root, which a strict policy lets pass. */
export function openEditor({ parent, text, language, label, readValues, onInput }: EditorSetting): Editor {
  const view = new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        highlightActiveLineGutter(),
        history(),
        drawSelection(),
        indentOnInput(),
        indentUnit.of('  '),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        EditorView.lineWrapping,
        highlightSelectionMatches(),
        search({ top: true }),
        lintGutter(),
        chooseLanguage(language, readValues),
        syntaxHighlighting(highlighting),
        editorTheme,
        EditorView.contentAttributes.of({
          'aria-label': label,
          spellcheck: 'false',
          autocapitalize: 'off',
          tabindex: '0',
        }),
        // Escape, then Tab leaves the editor; the keys of the browser stay reachable.
        keymap.of([
          ...closeBracketsKeymap,
          ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
          ...searchKeymap,
          ...historyKeymap,
          ...completionKeymap,
          ...lintKeymap,
          indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          const isTyped = update.transactions.some(
            (one) => one.docChanged && one.annotation(Transaction.remote) !== true,
          );
          if (isTyped) onInput(update.state.doc.toString());
        }),
      ],
    }),
  });

  function placeOf(line: number, column = 1): number {
    const { doc } = view.state;
    const found = doc.line(Math.max(1, Math.min(line, doc.lines)));
    return Math.min(found.to, found.from + column - 1);
  }

  return {
    setText(next) {
      const { doc } = view.state;
      const text = next.replace(/\r\n?/g, '\n');
      if (doc.toString() === text) return;
      view.dispatch({
        changes: findChanges(doc, text),
        annotations: [Transaction.remote.of(true), Transaction.addToHistory.of(false)],
      });
    },
    setMarks(marks) {
      const diagnostics = marks.map(({ line, column, message, severity }) => {
        const from = placeOf(line, column);
        const { to, text } = view.state.doc.lineAt(from);
        const word = column === undefined ? undefined : /^[\w.]+/.exec(text.slice(column - 1))?.[0];
        return { from, to: word === undefined ? to : from + word.length, message, severity };
      });
      view.dispatch(
        setDiagnostics(
          view.state,
          diagnostics.sort((a, b) => a.from - b.from),
        ),
      );
    },
    goTo(line, column) {
      const anchor = placeOf(line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    close: () => view.destroy(),
  };
}

/** The changes of lines that make a text of a document. Both have the line breaks of the editor. */
function findChanges(doc: Text, next: string): ChangeSpec[] {
  const [before, after] = [doc.toString(), next].map(splitLines) as [string[], string[]];
  const startOf = (line: number) => (line < before.length ? doc.line(line + 1).from : doc.length);
  return findHunks(before, after).map(({ from, to, newFrom, newTo }) => ({
    from: startOf(from),
    to: startOf(to),
    insert: after.slice(newFrom, newTo).join(''),
  }));
}
