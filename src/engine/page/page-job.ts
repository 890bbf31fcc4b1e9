import type { Assets } from '../../contract/index.ts';
import type { Deadline } from '../deadline.ts';
import type { Page } from './page.ts';
import type { PageFacts, PageNumbers } from './page-facts.ts';
import type { PageSet } from './page-set.ts';
import type { PageOptions } from './page-settings.ts';
import type { FindPage } from './paged/fill-paged.ts';
import type { PageWarning } from './warnings.ts';
import type { ResourceWatch } from './watch-resources.ts';

/** The source of a page. */
export type PageSource =
  | { kind: 'document'; html: string; assets?: Assets | undefined }
  | { kind: 'address'; url: string };

/** One page to render. */
export interface PageJob {
  source: PageSource;
  options: PageOptions;
  pages: PageSet;
  deadline: Deadline;
  /** Whether to read the facts of the page. */
  wantsFacts: boolean;
  /** Whether to read what it says of its texts where they are read out. Default false. */
  isReadAloud?: boolean;
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
}
