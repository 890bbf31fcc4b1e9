// Texts and JSON values that two people have changed: what differs, and three-way merges. For Node and for a browser.
export { findMarkedConflict, type MarkerNames } from './conflict-markers.ts';
export { findHunks, type Hunk, splitLines } from './find-hunks.ts';
export { withEndingsOf } from './line-endings.ts';
export {
  joinChoices,
  type MergeChoice,
  mergeTexts,
  type Passage,
  type TextConflict,
  type TextMerge,
} from './merge-texts.ts';
export { isSameValue, mergeValues, type ValueConflict, type ValueMerge } from './merge-values.ts';
