import type { RenderRequest } from '../../contract/index.ts';
import type { BrowserSupervisor } from '../browser/browser-supervisor.ts';
import type { Deadline } from '../deadline.ts';
import type { RenderContext } from '../engine-options.ts';
import type { Merger } from '../merging/merger.ts';
import type { Preparer } from './preparer.ts';

/** One render. */
export interface RenderRun {
  request: RenderRequest;
  context: RenderContext;
  deadline: Deadline;
  /** The first start of the browser, while it is under way. */
  starting: Promise<unknown> | undefined;
}

/** One render and what it uses. */
export interface RenderJob extends RenderRun {
  version: string;
  supervisor: BrowserSupervisor;
  preparer: Preparer;
  merger: Merger;
}
