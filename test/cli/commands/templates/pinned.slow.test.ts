import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';

const home = makeHome();
closeAfterFile(() => home.remove());
const platen = (...words: string[]) => runCli(words, { cwd: home.folder, env: home.env });
const write = (path: string, text: string) => writeFileSync(join(home.folder, path), text);

it('a render of a revision gives the same bytes after its partials and images have changed', async () => {
  for (const folder of ['templates/partials', 'templates/assets', 'templates/invoice']) {
    mkdirSync(join(home.folder, folder), { recursive: true });
  }
  const image = (colour: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${colour}"/></svg>`;
  write('templates/invoice/template.json', '{"name": "Invoice"}');
  write('templates/invoice/content.html', '{% render "partials/head" %}<img src="assets/logo.svg" alt="Logo">');
  write('templates/partials/head.html', '<h1>One</h1>');
  write('templates/assets/logo.svg', image('red'));
  const push = () => platen('templates', 'push', '--yes');
  const render = async (name: string) => {
    const { code, stderr } = await platen('render', 'pdf', `template:${name}`, '-o', 'out.pdf', '--force');
    expect(code, stderr).toBe(0);
    return readFileSync(join(home.folder, 'out.pdf')).toString('base64');
  };
  await push();
  const first = await render('invoice@1');
  expect(await render('invoice')).toBe(first);
  await platen('templates', 'label', 'invoice@1', 'live');
  write('templates/partials/head.html', '<h1>Two</h1>');
  write('templates/assets/logo.svg', image('blue'));
  await push();
  expect(await render('invoice@1')).toBe(first);
  expect(await render('invoice')).toBe(first);
  await platen('templates', 'label', 'invoice', 'live', '--delete');
  expect(await render('invoice')).not.toBe(first);

  write('templates/partials/head.html', '\n{% render "partials/heat" %}');
  await push();
  const { code, stderr } = await platen('render', 'pdf', 'template:invoice', '-o', 'out.pdf', '--force');
  expect([code, stderr]).toEqual([
    7,
    expect.stringContaining(
      'partials/head, line 2, column 1: there is no partial or layout "partials/heat"; did you mean "partials/head"?',
    ),
  ]);
}, 120_000);
