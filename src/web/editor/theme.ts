import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours of the tokens: the variables of the page, which reach into the shadow. */
export const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.tagName, tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--string)' },
  {
    tag: [tags.number, tags.bool, tags.null, tags.variableName, tags.special(tags.variableName)],
    color: 'var(--atom)',
  },
  { tag: [tags.comment, tags.meta, tags.bracket, tags.angleBracket], color: 'var(--soft)' },
  { tag: tags.attributeName, color: 'var(--ink)' },
]);

const popup = { background: 'var(--raised)', border: '1px solid var(--line)', borderRadius: '6px', overflow: 'hidden' };

/** How the editor looks: the page's own colours, so that it follows light and dark. */
export const editorTheme = EditorView.theme({
  '&': { height: '100%', background: 'var(--raised)', color: 'var(--ink)', fontSize: 'var(--code-size, 13px)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-gutters': { background: 'var(--raised)', color: 'var(--soft)', border: '0', paddingLeft: '4px' },
  '.cm-gutter-lint': { width: '14px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '2px 0' },
  '.cm-lint-marker': { width: '10px', height: '10px', borderRadius: '50%', content: '""', margin: '4px 2px' },
  '.cm-lint-marker-error': { background: 'var(--bad)' },
  '.cm-lint-marker-warning': { background: 'var(--warn)' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'var(--wash)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--selection) !important' },
  '.cm-selectionMatch': { background: 'var(--wash)' },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': { background: 'var(--selection)', outline: 'none' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
  '.cm-tooltip': popup,
  '.cm-diagnostic': { fontFamily: 'var(--text)', padding: '6px 10px', borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--mono)', maxHeight: '16em' },
  '.cm-tooltip-autocomplete > ul > li': { padding: '3px 10px !important' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-tooltip-autocomplete > ul > li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionDetail': { color: 'var(--soft)', fontStyle: 'normal', marginLeft: '1.5em' },
  '.cm-completionInfo': { padding: '6px 10px', fontFamily: 'var(--text)' },
  '.cm-panels': { background: 'var(--surface)', color: 'var(--ink)' },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-panel.cm-search': { fontFamily: 'var(--text)', padding: '8px 28px 8px 12px' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--soft)', fontSize: '18px' },
  '.cm-textfield, .cm-button': {
    background: 'var(--raised)',
    backgroundImage: 'none',
    color: 'inherit',
    border: '1px solid var(--line)',
    borderRadius: '4px',
    fontSize: '13px',
  },
  // The signs of the merge view stand in few fonts.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"…"' },
  '& .cm-collapsedLines': { color: 'var(--soft)', background: 'var(--wash)' },
  '.cm-searchMatch': { background: 'var(--selection)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
});
