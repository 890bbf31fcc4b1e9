// The program inside a page: TypeScript for the DOM, bundled to one script that defines `platen` in an isolated world, once for each
// document. What it exports are its calls.
import type { PageCalls } from './calls.ts';
import { placeNotes } from './footnotes/place.ts';
import { findHyphenatedLanguages, setHyphens } from './hyphenation/hyphenate.ts';
import { hideRunning, showRunning } from './running/show.ts';

const calls: PageCalls = { findHyphenatedLanguages, setHyphens, placeNotes, showRunning, hideRunning };

export default calls;
