// The program `footnotes`, installed in documents with footnotes.
import type { FootnoteCalls } from './calls.ts';
import { placeNotes } from './footnotes/place.ts';

const calls: FootnoteCalls = { placeNotes };

export default calls;
