import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listFonts } from '../engine/pdf/list-fonts.ts';
import { makePrivateFolder } from '../engine/private-test-folder.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { callService } from '../helpers/call-service.ts';
import { waitUntil } from '../helpers/process-tree.ts';
import { openWorkspace, type Started, type Workspace } from '../helpers/workspace.ts';

const faces = resolve(import.meta.dirname, '../../node_modules/pdfjs-dist/standard_fonts');
const html = '<!doctype html><html lang="en"><title>T</title><p style="font-family: Liberation Sans">Dear';

let workspace: Workspace;
/** A folder with a company's face. */
const company = makePrivateFolder();
beforeAll(async () => {
  chmodSync(company.path, 0o755);
  cpSync(join(faces, 'LiberationSans-Regular.ttf'), join(company.path, 'company.ttf'));
  workspace = openWorkspace(await buildProgram());
  mkdirSync(join(workspace.folder, 'templates/letter'), { recursive: true });
  writeFileSync(join(workspace.folder, 'templates/letter/template.json'), '{"name": "Letter"}');
  writeFileSync(join(workspace.folder, 'templates/letter/content.html'), html);
});
afterAll(async () => {
  await workspace.clear();
  company.remove();
});

/** Waits until a command says where it listens. */
async function waitForAddress({ stderr, stdout, ended }: Started): Promise<string> {
  const find = () => /(http:\/\/127\.0\.0\.1:\d+\S*?)[",\s]/.exec(stdout() + stderr())?.[1];
  await Promise.race([waitUntil('it listens', () => find() !== undefined), ended]);
  return find() ?? `nowhere: ${stderr()}`;
}

describe('platen serve', () => {
  it('has the folder of its settings beside its own faces, and leaves it out for a request of bundled fonts', async () => {
    const file = join(workspace.env.XDG_CONFIG_HOME ?? '', 'platen', 'config.yaml');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `font_dir: ${company.path}\n`, { mode: 0o600 });
    const service = workspace.start(['serve', '--port', '0', '--sandbox', 'preferred'], { limitMs: 50_000 });
    const url = await waitForAddress(service);
    const { key } = JSON.parse((await workspace.platen(['keys', 'create', '--name', 'x', '--json'])).stdout).data;
    const render = async (options: object) => {
      const body = { parts: { html }, options };
      const { status, bytes } = await callService(url, { key, method: 'POST', path: '/api/v1/renderers/pdf', body });
      expect(status).toBe(200);
      return listFonts(bytes);
    };
    expect(await render({})).toEqual(['LiberationSans']);
    expect(await render({ fonts: 'bundled' })).toEqual(['Arimo-Regular']);
    writeFileSync(file, '');
    service.child.kill('SIGTERM');
    expect((await service.ended).code).toBe(0);
  });

  it('does not start with a file for a folder', async () => {
    const { code, stderr } = await workspace.platen([
      'serve',
      '--port',
      '0',
      '--font-dir',
      join(company.path, 'company.ttf'),
    ]);
    expect([code, stderr]).toEqual([3, expect.stringContaining('company.ttf is a file')]);
  });
});

describe('platen templates preview', () => {
  it.each([
    ['--font-dir', company.path, 'LiberationSans'],
    ['--fonts', 'bundled', 'Arimo-Regular'],
  ])('shows pages in the fonts of %s', async (flag, value, face) => {
    const preview = workspace.start(['templates', 'preview', 'templates/letter', '--json', flag, value]);
    const url = await waitForAddress(preview);
    let answer = await fetch(new URL('document.pdf', url));
    for (; answer.status === 404; answer = await fetch(new URL('document.pdf', url))) {
      await new Promise((next) => setTimeout(next, 20));
    }
    expect(await listFonts(new Uint8Array(await answer.arrayBuffer()))).toEqual([face]);
    preview.child.kill('SIGINT');
    expect((await preview.ended).code).toBe(0);
  });

  it('writes a page once in the fonts of the folder', async () => {
    const words = [
      'templates',
      'preview',
      'templates/letter',
      '--once',
      '-o',
      'letter.pdf',
      '--font-dir',
      company.path,
    ];
    expect(await workspace.platen(words)).toMatchObject({ code: 0 });
    expect(await listFonts(readFileSync(join(workspace.folder, 'letter.pdf')))).toEqual(['LiberationSans']);
  });
});
