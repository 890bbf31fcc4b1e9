/** Words that a reader has to translate. Write the technical noun, the verb, or "if". */
const calques: readonly RegExp[] = [
  /\bmend(s|ed|ing)?\b/i,
  /\b(anew|afresh)\b/i,
  /\b(told|tells?) of\b/i,
  /\b(is|are|was|were|be) told\b/i,
  /\bsays so\b/i,
  /\bwithout a word\b/i,
  /\bbeside it\b/i,
  /\bof (one's own|yours)\b/i,
  /\b(an?|no) (?:[\w-]+ ){1,3}of (its|their|your|our) own\b(?! (?:form|tag|kind|name)\b)/i,
  /\b(come|comes|came|go|goes|went|bring|brings|brought) along\b/i,
  /\bstands? for\b/i,
  /\bhold for\b/i,
  /\bas (it is|they are)(?=[.,;:)]|$)/i,
  /\bwhoever\b/i,
  /(?<!\bthere )\b(is|are) none\b/i,
  /\bso many\b/i,
  /\bin the place of\b/i,
  /(?<!`)\b(nobody|somebody)\b/i,
  /\b(by|for|of) who\b/i,
  /\bin vain\b/i,
  /\b(stands|lies)\b(?! in for\b)/i,
  /\b(undefined|null|empty|false|nothing|none|only) where\b/i,
  /\bwhere (there is|there are|no|none|nothing)\b/i,
];

/** The calques in a text: for each kind, the first words that match. */
export function listCalques(text: string): string[] {
  return calques.flatMap((calque) => calque.exec(text)?.[0] ?? []);
}
