import { run, systemIo } from '../../src/cli/index.ts';

// The command line from its sources, as bin starts it from the bundle.
process.exitCode = await run(
  process.argv.slice(2),
  systemIo((code) => process.exit(code)),
  '0.0.0',
);
