// Where platen keeps what it writes for its user, by the customs of each system, how a folder comes to be, and who waits for the disk.
export { type Flusher, openFlusher } from './flusher.ts';
export { type Folders, findHome, folders } from './folders.ts';
export { gather } from './gather.ts';
export { makeFolder } from './make-folder.ts';
