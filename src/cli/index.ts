// The command line: commands, settings, input, output, exit codes. Knows the contract and the client; only `service/` starts
// the server.
export { type Io, systemIo } from './output/io.ts';
export { run } from './run.ts';
