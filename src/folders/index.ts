// What every module may use and that imports none: the user's folders on each system, making folders, waiting for the disk, the nearest of known names, and slugs.
export { defaultConcurrency } from './default-concurrency.ts';
export { findPartialNames, selectAssets, selectBesideStyles, slugOfName } from './find-names.ts';
export { type Flusher, flushAll, flushData, openFlusher } from './flusher.ts';
export { type Folders, findHome, folders, temporaryFolder, warnOfHome } from './folders.ts';
export { gather } from './gather.ts';
export { makeFolder } from './make-folder.ts';
export { nearestName } from './nearest-name.ts';
export { buildSlug, kindOfSlug, slugKey, takeSlug } from './slug.ts';
