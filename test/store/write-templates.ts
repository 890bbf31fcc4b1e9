// A process that creates templates in the folder of its first argument and prints each id once it was answered, until it
// is ended, or as many as its second argument says. A failure is printed as JSON.
import { openStore, StoreError } from '../../src/store/index.ts';

const [dataFolder = '', count = 'Infinity', size = '1000'] = process.argv.slice(2);
try {
  const store = await openStore({ dataFolder });
  for (let n = 0; n < Number(count); n += 1) {
    const { id } = await store.templates.create('a', { name: `${n}`, content: 'x'.repeat(Number(size)) });
    process.stdout.write(`${id}\n`);
  }
  await store.close();
} catch (error) {
  const { code, message } = error as StoreError;
  process.stdout.write(JSON.stringify({ typed: error instanceof StoreError, code, message }));
}
