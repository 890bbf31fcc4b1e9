import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { syntaxHighlighting } from '@codemirror/language';
import { MergeView } from '@codemirror/merge';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { chooseLanguage, type EditorLanguage } from './languages.ts';
import { editorTheme, highlighting } from './theme.ts';

interface MergeSetting {
  parent: ShadowRoot;
  mine: string;
  theirs: string;
  language: EditorLanguage;
  onInput: (mine: string) => void;
}

/** Shows two texts side by side with their differences; what is theirs can be taken over piece by piece. Returns its end. */
export function openMerge({ parent, mine, theirs, language, onInput }: MergeSetting): () => void {
  const looks: Extension[] = [
    lineNumbers(),
    chooseLanguage(language, () => ({})),
    syntaxHighlighting(highlighting),
    editorTheme,
    EditorView.lineWrapping,
  ];
  const view = new MergeView({
    parent,
    root: parent,
    revertControls: 'b-to-a',
    collapseUnchanged: {},
    a: {
      doc: mine,
      extensions: [
        ...looks,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': 'Mine' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) onInput(state.doc.toString());
        }),
      ],
    },
    b: {
      doc: theirs,
      extensions: [
        ...looks,
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Theirs' }),
      ],
    },
  });
  return () => view.destroy();
}
