import type { Assets, PageRequest } from '../../contract/index.ts';
import type { PlacePages } from '../../pdf/index.ts';
import type { Deadline } from '../deadline.ts';
import type { ConvertedMarkdown } from './load/fetch-document.ts';
import type { ResourceWatch } from './load/watch-resources.ts';
import type { Page } from './open/page.ts';
import type { PageSet } from './open/page-set.ts';
import type { PageOptions } from './open/page-settings.ts';
import type { PageWarning } from './open/warnings.ts';
import type { PageFacts, PageNumbers } from './prepare/page-facts.ts';
import type { FindPage } from './print/page-texts.ts';

/** The source of a page. */
export type PageSource =
  | {
      kind: 'document';
      html: string;
      assets?: Assets | undefined;
      /** Whether it has diagrams and the script that draws them. Default false. */
      hasDiagrams?: boolean | undefined;
      /** What was lost when the HTML was made. Default nothing. */
      warnings?: readonly PageWarning[];
    }
  | {
      kind: 'address';
      url: string;
      /** How it is asked for. Default: as a browser does. */
      request?: PageRequest | undefined;
    };

/** One page to render. */
export interface PageJob {
  source: PageSource;
  options: PageOptions;
  pages: PageSet;
  deadline: Deadline;
  /** Whether the page is part of a document that may count its pages through all parts. */
  mayBeNumbered?: boolean;
  /** Whether to read the facts of the page. */
  wantsFacts: boolean;
  /** Whether to read what it says about how its texts are read out. Default false. */
  isReadAloud?: boolean;
  /** Converts Markdown at an address. Without it, that is printed as text. */
  convertMarkdown?: ((text: string) => Promise<ConvertedMarkdown>) | undefined;
  /** Names of the places that links of other parts may lead to. */
  places?: readonly string[];
  /** HTML that `complete` adds to the page. Default none. */
  added?: string;
  /** Changes the loaded page before it is printed. Returns warnings. */
  complete?: (page: Page, resources: ResourceWatch) => Promise<PageWarning[]>;
  /** Finds the numbers that the page's counters must show, if any. */
  numbers?: (facts: PageFacts) => Promise<PageNumbers | undefined>;
  /** Finds the pages of places of other parts that the page shows the numbers of. Default none. */
  findPage?: FindPage | undefined;
  /** Whether it is printed again, if it shows places of other parts. Default false. */
  isDraft?: boolean | undefined;
  /** The pages of its places in an earlier print. Default none. */
  located?: PlacePages | undefined;
}
