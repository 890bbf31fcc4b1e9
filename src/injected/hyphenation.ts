// The program `hyphenation`, installed in documents with text that asks for hyphens.
import type { HyphenationCalls } from './calls.ts';
import { findHyphenatedLanguages, setHyphens } from './hyphenation/hyphenate.ts';

const calls: HyphenationCalls = { findHyphenatedLanguages, setHyphens };

export default calls;
