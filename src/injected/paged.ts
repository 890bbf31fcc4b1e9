// The program `paged`: CSS for paged media and hyphens. Few documents need it, so it is installed with its first call.
import type { PagedCalls } from './calls.ts';
import { placeNotes } from './footnotes/place.ts';
import { findHyphenatedLanguages, setHyphens } from './hyphenation/hyphenate.ts';
import { readPaged, writePaged } from './paged/read-paged.ts';
import { listStyles, replaceStyles } from './rules/style-attributes.ts';
import { hideRunning, showRunning } from './running/show.ts';

const hyphenation = { findHyphenatedLanguages, setHyphens };
const paged = { readPaged, writePaged, placeNotes, showRunning, hideRunning };
const styles = { listStyles, replaceStyles };

const calls: PagedCalls = { ...hyphenation, ...paged, ...styles };

export default calls;
