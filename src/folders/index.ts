// Where platen keeps what it writes for its user, by the customs of each system, and how a folder comes to be.
export { type Folders, folders } from './folders.ts';
export { makeFolder } from './make-folder.ts';
