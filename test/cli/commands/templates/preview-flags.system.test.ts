import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../engine/private-test-folder.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { listFonts } from '../../../pdf/list-fonts.ts';
import { openPdf, readTexts } from '../../../pdf/read-pdf.ts';
import { startPreview } from '../../templates/preview/start-preview.ts';

const faces = resolve(import.meta.dirname, '../../../../node_modules/pdfjs-dist/standard_fonts');
const html = '<!doctype html><html lang="en"><title>T</title><p style="font-family: Liberation Sans">Dear';
const home = makeHome();
/** A folder with a company's face. */
const company = makePrivateFolder();

beforeAll(() => {
  chmodSync(company.path, 0o755);
  cpSync(join(faces, 'LiberationSans-Regular.ttf'), join(company.path, 'company.ttf'));
  mkdirSync(join(home.folder, 'templates/letter'), { recursive: true });
  writeFileSync(join(home.folder, 'templates/letter/template.json'), '{"name": "Letter"}');
  writeFileSync(join(home.folder, 'templates/letter/content.html'), html);
});
afterAll(() => {
  home.remove();
  company.remove();
});

it('a preview shows pages in the fonts of --font-dir', async () => {
  const preview = await startPreview(['templates/letter', '--font-dir', company.path], home);
  const read = () => fetch(new URL('document.pdf', preview.url));
  let answer = await read();
  for (; answer.status === 404; answer = await read()) await new Promise((next) => setTimeout(next, 20));
  expect(await listFonts(new Uint8Array(await answer.arrayBuffer()))).toEqual(['LiberationSans']);
  expect(await preview.stop()).toBe(0);
});

// The renderer of the page and that of --once are opened alike, so that one render shows each flag.
it('a preview writes a page once in the fonts of --fonts', async () => {
  const words = ['templates', 'preview', 'templates/letter', '--once', '-o', 'letter.pdf', '--fonts', 'bundled'];
  expect(await runCli(words, { cwd: home.folder, env: home.env })).toMatchObject({ code: 0 });
  expect(await listFonts(readFileSync(join(home.folder, 'letter.pdf')))).toEqual(['Arimo-Regular']);
});

it('a preview writes dates of templates and scripts in the locale and the time zone of the flags', async () => {
  const folder = join(home.folder, 'templates/dated');
  mkdirSync(folder);
  writeFileSync(join(folder, 'template.json'), '{"name": "Dated"}');
  const script = '<script>document.write(new Date(1735687800000).toLocaleString())</script>';
  writeFileSync(join(folder, 'content.html'), `{{ 1735687800 | date: "%F %R" }}<p>${script}`);
  const flags = ['--locale', 'de-DE', '--timezone', 'Europe/Berlin'];
  const words = ['templates', 'preview', 'templates/dated', '--once', '-o', 'dated.pdf', ...flags];
  expect(await runCli(words, { cwd: home.folder, env: home.env })).toMatchObject({ code: 0 });
  const texts = await readTexts(await openPdf(readFileSync(join(home.folder, 'dated.pdf'))));
  expect(texts.join('')).toContain('2025-01-01 00:30');
  expect(texts.join('')).toContain('1.1.2025, 00:30:00');
});

it('a preview has the page options of settings, and those of flags before them', async () => {
  const env = { ...home.env, PLATEN_SIZE: 'A6', PLATEN_LANDSCAPE: 'yes' };
  const words = ['templates', 'preview', 'templates/letter', '--once', '-o', 'small.pdf', '--no-landscape'];
  expect(await runCli(words, { cwd: home.folder, env })).toMatchObject({ code: 0 });
  const page = await (await openPdf(readFileSync(join(home.folder, 'small.pdf')))).getPage(1);
  expect(page.view.map(Math.round)).toEqual([0, 0, 298, 420]);
});
