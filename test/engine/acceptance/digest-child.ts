// Prints what `digestRenders` finds in its own process. Its arguments are the times and the concurrency; the request is on stdin.
import { json } from 'node:stream/consumers';
import { openTestEngine } from '../test-engine.ts';
import { type DigestedRequest, digestRenders } from './digest-renders.ts';

const [times = '1', concurrency = '1'] = process.argv.slice(2);
const engine = openTestEngine({ concurrency: Number(concurrency) });
console.log((await digestRenders(engine, (await json(process.stdin)) as DigestedRequest, Number(times))).join('\n'));
await engine.close();
