// What the library uses of this folder: reading documents of this machine as the command line does.
export { readLocalParts } from './local-part.ts';
export { isReported, type SourceWarning } from './read-parts.ts';
export { type FolderRenderer, openFolderRenderer } from './render-folder.ts';
