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
  /\bof (its|their|your|our) own\b(?! [a-z])/i,
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

/** More of them, that comments about code may need. */
const inMessages: readonly RegExp[] = [
  /\bholds?\b/i,
  /\bbeside\b/i,
  /\bat once\b/i,
  /\bgo(es)? (on|with|round)\b/i,
  /\bboth want\b/i,
  /\bstand (inside|beside)\b/i,
  /\bnobody\b/i,
];

/** The calques in a text: for each kind, the first words that match. */
export function listCalques(text: string): string[] {
  return calques.flatMap((calque) => calque.exec(text)?.[0] ?? []);
}

/** The calques in a text that a user reads. */
export function listMessageCalques(text: string): string[] {
  return [...listCalques(text), ...inMessages.flatMap((calque) => calque.exec(text)?.[0] ?? [])];
}

/** The sentences of a text with more than 40 words. A list of words is no sentence. */
export function listLongSentences(text: string): string[] {
  const sentences = text.split(/(?<=[.!?])\s+/).filter((sentence) => sentence.split(/\s+/).length > 40);
  return sentences.filter((sentence) => /\b(the|is|are|if|that|to)\b/.test(sentence));
}
