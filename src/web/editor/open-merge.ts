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
  /** What screen readers call the sides. */
  names: { mine: string; theirs: string };
  onInput: (mine: string) => void;
}

/** Shows two texts side by side with their differences; what is theirs can be taken over piece by piece. Returns its end. */
export function openMerge({ parent, mine, theirs, language, names, onInput }: MergeSetting): () => void {
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
    renderRevertControl: drawArrow,
    collapseUnchanged: {},
    a: {
      doc: mine,
      extensions: [
        ...looks,
        history(),
        keymap.of([...defaultKeymap, ...historyKeymap]),
        EditorView.contentAttributes.of({ 'aria-label': names.mine }),
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
        EditorView.contentAttributes.of({ 'aria-label': names.theirs }),
      ],
    },
  });
  return () => view.destroy();
}

const svg = 'http://www.w3.org/2000/svg';

/** The button that takes a piece over, with a drawn arrow: few fonts have the sign of the merge view. */
function drawArrow(): HTMLElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.title = 'Take this piece over';
  button.setAttribute('aria-label', button.title);
  // The margin is the padding above the first line, which the merge view does not count.
  button.style.cssText = 'color: var(--accent); padding: 0; margin: 12px 0 0';
  const picture = document.createElementNS(svg, 'svg');
  picture.setAttribute('viewBox', '0 0 16 16');
  picture.setAttribute('width', '16');
  picture.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(svg, 'path');
  line.setAttribute('d', 'M13 8H3M7 4 3 8l4 4');
  line.style.cssText = 'fill: none; stroke: currentColor; stroke-width: 1.6';
  picture.append(line);
  button.append(picture);
  return button;
}
