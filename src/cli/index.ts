// The commander program and everything a terminal is. Knows the contract and the client, and starts the service only
// through the serve command and the local service.
export { type Io, systemIo } from './output/io.ts';
export { run } from './run.ts';
