import { EngineError } from '../engine-error.ts';

/** The process of a page died, while the browser lives on. */
export class PageCrashed extends EngineError {
  constructor() {
    super('page_failed', 'The page crashed, most likely for want of memory.');
  }
}
