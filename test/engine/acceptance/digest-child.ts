// Prints what `digestRenders` finds in a process of its own. Its arguments are the address, the times and the concurrency.
import { digestRenders } from './digest-renders.ts';

const [address = '', times = '1', concurrency = '1'] = process.argv.slice(2);
console.log((await digestRenders(address, Number(times), Number(concurrency))).join('\n'));
