import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildProgram } from '../helpers/built-program.ts';
import { openWorkspace, type Workspace } from '../helpers/workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  mkdirSync(join(workspace.folder, 'templates/letter'), { recursive: true });
  writeFileSync(join(workspace.folder, 'templates/letter/template.json'), '{"name": "Letter"}');
  writeFileSync(join(workspace.folder, 'templates/letter/content.html'), '<html lang="en"><title>T</title><p>Dear');
});
afterAll(() => workspace.clear());

/** The files that a page and its scripts name, and those among them that are not handed out. */
async function followFiles(url: string, page: string): Promise<{ names: string[]; missing: string[] }> {
  const texts = [page];
  const names = new Set<string>();
  const missing: string[] = [];
  for (const text of texts) {
    for (const [name] of text.matchAll(/(?<=["'`/])[a-z-]+\.[\w-]{8}\.(?:js|css|svg)(?=["'`])/g)) {
      if (names.has(name)) continue;
      names.add(name);
      const answer = await fetch(url + name);
      if (answer.status === 200) texts.push(await answer.text());
      else missing.push(name);
    }
  }
  return { names: [...names], missing };
}

it('the built program hands out the whole page of a preview, and ends with 0 at Ctrl-C', async () => {
  const preview = workspace.start(['templates', 'preview', '--json']);
  let url: string | undefined;
  for (let look = 0; look < 500 && url === undefined; look++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    url = /"url": "(.*)"/.exec(preview.stdout())?.[1];
  }
  const page = await (await fetch(url ?? '')).text();
  const { names, missing } = await followFiles(url ?? '', page);
  // What the build shares between pages has names that the build chooses.
  const own = ['icon.svg', 'open-editor.js', 'pdf-worker.js', 'preview.css', 'preview.js'];
  expect(names.map((name) => name.replace(/\..*\./, '.'))).toEqual(expect.arrayContaining(own));
  expect(missing).toEqual([]);
  preview.child.kill('SIGINT');
  expect(await preview.ended).toMatchObject({ code: 0, signal: null });
});

it('the built program compares PDFs as they look', async () => {
  mkdirSync(join(workspace.folder, 'refs'));
  cpSync(new URL('../fixtures/pdf/first.pdf', import.meta.url), join(workspace.folder, 'refs/letter.pdf'));
  const { code, stdout } = await workspace.platen(['templates', 'check', '--against', 'refs']);
  expect([code, stdout]).toEqual([7, expect.stringContaining('[looks_different]')]);
});
