import type { FormControl } from '../../injected/calls.ts';
import type { Bookmark, PlacePages, TrimmedSheet } from '../../pdf/index.ts';
import type { PageAloud } from './complete-page.ts';
import type { ConvertedMarkdown } from './load/fetch-document.ts';
import type { PageWarning } from './open/warnings.ts';
import type { PageLabel } from './paged/page-labels.ts';
import type { PageFacts, PageNumbers } from './prepare/page-facts.ts';
import type { FindPage } from './print/page-texts.ts';

/** A printed page. */
export interface Printed {
  pdf: Uint8Array;
  /** Running elements in the margins of its pages, one page for each. Default none. */
  running?: Uint8Array | undefined;
  /** The outline that its style sheets ask for. Default that of its headings. */
  bookmarks?: Bookmark[];
  /** The titles of headings of several lines, by those that the outline in the PDF gives them. */
  titles?: Record<string, string>;
  /** Whether the bytes are a PDF found at an address, not printed here. */
  foreign: boolean;
  /** The synthetic origin of the document. */
  origin?: string;
  /** Whether the language in the PDF is that of the document, not of the browser. Default true. */
  namesLanguage?: boolean;
  facts?: PageFacts;
  /** What replaces the options and the metadata of its part: those of Markdown at its address. */
  replaced?: Pick<ConvertedMarkdown, 'options' | 'metadata'>;
  aloud?: PageAloud;
  /** The controls that become fields of a form. Default none. */
  controls?: FormControl[];
  /** Page sizes in the CSS of the document and in the options, in points. */
  sizes?: { width: number; height: number }[];
  /** Addresses of places in other parts that the page shows the numbers of. */
  elsewhere?: string[];
  /** The labels of its pages, if it does not count them one by one in digits. */
  labels?: PageLabel[];
  /** The labels of its pages after a page with another number, until it is printed with its own. */
  relabel?: (before: number) => PageLabel[];
  /** Whether it has to be printed again, with the numbers of other parts, which change none of its pages. Default false. */
  isDraft?: boolean;
  /** Whether it is printed without the numbers of its pages yet, because it is printed again anyway. Default false. */
  isUnnumbered?: boolean;
  /** The pages of its places, if they were looked for. */
  located?: PlacePages;
  /** Whether its text may hold soft hyphens. */
  hasSoftHyphens?: boolean;
  /** Whether a canvas asks for WebGL and has none. Default false. */
  lacksWebgl?: boolean;
  /** Whether its content reaches into the margins. Default false. */
  hasBleeds?: boolean;
  /** The sheets that its pages are trimmed from. Default none. */
  trimmed?: TrimmedSheet[];
  warnings: PageWarning[];
  loadMs: number;
  printMs: number;
}

/** A printed page that is still open. Close it. */
export interface LivePage extends Printed {
  /** Whether nothing in its document can act. */
  isStatic: boolean;
  /** Notes that it stays open to be printed again. */
  park(): void;
  /** Prints again with other numbers. */
  reprint(numbers: PageNumbers, findPage: FindPage): Promise<Reprinted>;
  close(): void;
}

/** A page that is printed again. */
export type Reprinted = Pick<Printed, 'pdf' | 'running' | 'labels' | 'relabel' | 'warnings'>;
