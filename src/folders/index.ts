// Where platen keeps what it writes for its user, by the customs of each system. It creates nothing.
export { type Folders, folders } from './folders.ts';
