// Builds for whoever installs. `npx` in a checkout has npm prepare it for that one call as well (npm 11 the first time, npm 10 each
// time), which took seconds: what `npm ci` built is used then.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** What the build writes last. */
const last = join(import.meta.dirname, '../../dist/types/client/index.d.ts');

if (process.env.npm_command !== 'exec' || !existsSync(last)) await import('./build.ts');
