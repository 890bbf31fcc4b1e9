import { EngineError } from '../engine-error.ts';

/** The page's process died, but the browser lives. */
export class PageCrashed extends EngineError {
  constructor() {
    super('page_failed', 'The page crashed, most likely for want of memory.');
  }
}
