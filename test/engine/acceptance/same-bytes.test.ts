import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { findProgram } from '../../helpers/bundled-program.ts';
import { isLong } from '../../helpers/is-long.ts';
import { engine, test } from '../shared-engine.ts';
import { digestRenders } from './digest-renders.ts';
import { buildSixForms, loadTemplate, openWebPage } from './six-forms.ts';

const here = isLong ? 25 : 1;
const elsewhere = isLong ? 25 : 2;
const atOnce = isLong ? 4 : 2;

test(`${here} renders, one by one, are the same bytes as ${elsewhere} in another process, ${atOnce} at once`, {
  timeout: 180_000,
}, async () => {
  const web = await openWebPage();
  const request = buildSixForms(`http://127.0.0.1:${web.port}/`);
  const digested = { request, template: await loadTemplate() };
  const digestElsewhere = async () => {
    const child = spawn(process.execPath, [findProgram('digest-child'), String(elsewhere), String(atOnce)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(JSON.stringify(digested));
    return (await text(child.stdout)).trim().split('\n');
  };
  const digests = (await Promise.all([digestRenders(engine, digested, here), digestElsewhere()])).flat();
  await web.close();
  expect(digests).toHaveLength(here + elsewhere);
  expect(new Set(digests).size).toBe(1);
});
