// The program inside a page: TypeScript for the DOM, bundled to one script that defines `platen` in an isolated world, once for each
// document. What it exports are its calls.
import type { ElementCalls, PageCalls } from './calls.ts';
import { findFamilyTexts, listInnerStacks, listInstalledFamilies, removeProbes } from './checks/families.ts';
import { findLost } from './checks/lost.ts';
import { placeNotes } from './footnotes/place.ts';
import { findHyphenatedLanguages, setHyphens } from './hyphenation/hyphenate.ts';
import { readPaged, writePaged } from './paged/read-paged.ts';
import { measureWidest } from './paged/wide-content.ts';
import { readFacts } from './prepare/facts.ts';
import { listHeadingTitles } from './prepare/heading-titles.ts';
import { prepareForms } from './prepare/language-forms.ts';
import { applyPageNumbers } from './prepare/page-numbers.ts';
import { addPlaces } from './prepare/places.ts';
import { readAloud } from './prepare/read-aloud.ts';
import { readPageRules, writePageOverride } from './rules/page-rules.ts';
import { listStyles, replaceStyles } from './rules/style-attributes.ts';
import { hideRunning, showRunning } from './running/show.ts';
import { findCutBoxes } from './settle/scrolling.ts';
import { isEmptyDocument, settleDocument, waitForSelector } from './settle/settle.ts';
import { showStamps, waitForFonts } from './stamps.ts';

const hyphenation = { findHyphenatedLanguages, setHyphens };
const paged = { readPaged, writePaged, measureWidest, placeNotes, showRunning, hideRunning };
const rules = { readPageRules, writePageOverride, listStyles, replaceStyles };
const settling = { isEmptyDocument, waitForSelector, settleDocument };
const checks = { findCutBoxes, findFamilyTexts, findLost, listInnerStacks, listInstalledFamilies, removeProbes };
const preparing = { addPlaces, listHeadingTitles, applyPageNumbers, prepareForms, readAloud, readFacts };
const stamps = { showStamps, waitForFonts };

const calls: PageCalls & ElementCalls = {
  ...hyphenation,
  ...paged,
  ...rules,
  ...settling,
  ...checks,
  ...preparing,
  ...stamps,
};

export default calls;
