import {
  isSameValue,
  type MergeChoice,
  mergeTexts,
  mergeValues,
  type TextConflict,
  type ValueConflict,
} from '../../../texts/index.ts';

/** The texts of a template. */
export interface DraftTexts {
  content: string;
  /** The preview values as JSON. */
  context: string;
}

/** A place that two people changed. */
export type DraftConflict = { where: 'content'; conflict: TextConflict } | { where: 'values'; conflict: ValueConflict };

/** A merge of what is in the editor with what another person has saved. */
export interface DraftMerge {
  conflicts: readonly DraftConflict[];
  /** The merged texts with a choice for each conflict, in their order. Values know no `both`. */
  resolve(choices: readonly MergeChoice[]): DraftTexts;
}

/** Merges the texts of a draft; without a known `base` every difference is a conflict. Values must be JSON objects. */
export function mergeDraft(base: DraftTexts | undefined, mine: DraftTexts, theirs: DraftTexts): DraftMerge {
  const content = mergeTexts(base?.content, mine.content, theirs.content);
  const [old, here, there] = [base?.context, mine.context, theirs.context].map((text) =>
    text === undefined ? undefined : (JSON.parse(text) as object),
  );
  const values = mergeValues(old, here ?? {}, there ?? {});
  return {
    conflicts: [
      ...content.conflicts.map((conflict) => ({ where: 'content', conflict }) as const),
      ...values.conflicts.map((conflict) => ({ where: 'values', conflict }) as const),
    ],
    resolve(choices) {
      const count = content.conflicts.length;
      const sides = choices.slice(count).map((choice) => (choice === 'theirs' ? 'theirs' : 'mine'));
      const merged = values.resolve(sides);
      // The text stays as a person wrote it if its values do.
      const context = isSameValue(merged, here) ? mine.context : `${JSON.stringify(merged, null, 2)}\n`;
      return { content: content.resolve(choices.slice(0, count)), context };
    },
  };
}
