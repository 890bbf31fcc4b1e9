// The functions that Node may call inside a page, and the data that they take and return: JSON, and no element.
import type { FootnoteCalls } from './calls/footnotes.ts';
import type { FormCalls } from './calls/forms.ts';
import type { HyphenationCalls } from './calls/hyphenation.ts';
import type { BaseCalls, FamilyUse, PageSurvey, PrintDefaults } from './calls/page.ts';
import type { PagedCalls } from './calls/paged.ts';

export type * from './calls/footnotes.ts';
export type * from './calls/forms.ts';
export type * from './calls/hyphenation.ts';
export type * from './calls/page.ts';
export type * from './calls/paged.ts';
export type * from './calls/rules.ts';
export type * from './calls/stamps.ts';

/** All functions that run in an isolated world of the document. */
export type PageCalls = BaseCalls & PagedCalls & FootnoteCalls & HyphenationCalls & FormCalls;

/** Functions of the program `page` that find elements, of which Node gets the ids (DevTools RemoteObjectId). */
export interface ElementCalls {
  /** Finds the first text of each list of font families. Adds the text of margin boxes to the document. */
  findFamilyTexts(stacks: readonly string[], boxed: readonly FamilyUse[]): readonly (object | undefined)[];
}

/** A diagram that is printed as its source. */
export interface DiagramFault {
  /** The line of the Markdown that it begins in, from 1. */
  line: number;
  message: string;
}

/** The programs that are one function, which runs in the page's own world. */
export interface Programs {
  /** Runs before the scripts of each document. `stepEvent` moves its clock on. */
  start(stepEvent: string): void;
  /** Runs before the scripts of each document: removes WebRTC. */
  removeWebRtc(): void;
  /** Runs before the scripts of each document: fills the local storage of those of an origin. */
  fillStorage(origin: string, entries: readonly (readonly [string, string])[]): void;
  /** Draws the diagrams of a Markdown document. Returns those that are printed as their source. */
  drawDiagrams(): Promise<DiagramFault[]>;
  /** Surveys a document without scripts. */
  surveyPage(): PageSurvey;
  /** Has Chromium build all boxes again, if content arrived after the first paint. */
  rebuildBoxes(): void;
  /** Sets where pages break unless the document says otherwise. Returns the names of boxes that page breaks cut. */
  setPrintDefaults(defaults: PrintDefaults): string[];
}
