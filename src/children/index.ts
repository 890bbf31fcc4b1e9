// Work apart from the program: children for untrusted input, the queue in front of them, and the failures of both.

export { diedOfMemory, openChildPool, type RunOptions } from './child-pool.ts';
export { type ChildAnswer, killChild, startChild } from './child-process.ts';
export { EngineError, placeError, refuseField } from './engine-error.ts';
export { type ChildEntry, findBundled, findChildEntry } from './find-entry.ts';
export { textLimit } from './frames.ts';
export { type JobChild, JobChildEnded, startJobChild } from './job-child.ts';
export { openQueue, type Queue } from './queue.ts';
export { sendFrame, sendJsonFrame, serveAsChild } from './serve-as-child.ts';
