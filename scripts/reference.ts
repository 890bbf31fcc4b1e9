// Writes the generated parts of docs/ from the tables of the code: `npm run docs`.
import { writeFileSync } from 'node:fs';
import { makePages } from './reference/pages.ts';

for (const { file, text, whole } of await makePages()) if (whole !== text) writeFileSync(file, whole);
