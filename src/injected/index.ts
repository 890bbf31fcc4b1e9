// The program `page`: waiting, checks and preparing. It is installed once for each document, in an isolated world.
import type { BaseCalls, ElementCalls } from './calls.ts';
import { endFamilyTexts, findFamilyTexts, listInnerStacks, listInstalledFamilies } from './checks/families.ts';
import { listFixedBoxes } from './checks/fixed-boxes.ts';
import { listInnerTargets } from './checks/inner-targets.ts';
import { findLost } from './checks/lost.ts';
import { showsPasswordField } from './checks/password-field.ts';
import { spreadBleeds } from './prepare/bleeds.ts';
import { keepText } from './prepare/effects.ts';
import { readFacts } from './prepare/facts.ts';
import { breakFloats } from './prepare/float-breaks.ts';
import { listHeadingTitles } from './prepare/heading-titles.ts';
import { prepareForms } from './prepare/language-forms.ts';
import { applyPageNumbers } from './prepare/page-numbers.ts';
import { addPlaces } from './prepare/places.ts';
import { readAloud } from './prepare/read-aloud.ts';
import { selectElement } from './prepare/select-element.ts';
import { addSheets, cropToContent } from './prepare/sheets.ts';
import { findCutText } from './rules/cut-text.ts';
import { measureImages, writePageBackgrounds } from './rules/page-backgrounds.ts';
import { readPageRules, writePageOverride } from './rules/page-rules.ts';
import { measureWidest } from './rules/wide-content.ts';
import { scrollBack, scrollOn } from './settle/scroll-on.ts';
import { findCutBoxes } from './settle/scrolling.ts';
import { isEmptyDocument, runTimers, settleDocument, waitForSelector } from './settle/settle.ts';
import { showStamps, waitForFonts } from './stamps.ts';

const pages = { measureImages, writePageBackgrounds, readPageRules, writePageOverride, measureWidest, findCutText };
const settling = { isEmptyDocument, waitForSelector, settleDocument, runTimers, scrollOn, scrollBack };
const checks = {
  findCutBoxes,
  endFamilyTexts,
  findFamilyTexts,
  findLost,
  listFixedBoxes,
  listInnerStacks,
  listInnerTargets,
  listInstalledFamilies,
  showsPasswordField,
};
const preparing = {
  addPlaces,
  addSheets,
  selectElement,
  breakFloats,
  spreadBleeds,
  keepText,
  listHeadingTitles,
  applyPageNumbers,
  prepareForms,
  readAloud,
  readFacts,
};
const stamps = { cropToContent, showStamps, waitForFonts };

const calls: BaseCalls & ElementCalls = { ...pages, ...settling, ...checks, ...preparing, ...stamps };

export default calls;
