import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preparePrivateFolders } from '../../src/engine/index.ts';
import { cacheFolder } from '../engine/test-engine.ts';
import { buildProgram } from '../helpers/built-program.ts';
import { callService } from '../helpers/call-service.ts';
import { isLong } from '../helpers/is-long.ts';
import { listDescendants, waitUntil, waitUntilGone } from '../helpers/process-tree.ts';
import { openRandom } from '../helpers/seeded-random.ts';
import { openWorkspace, type Started, type Workspace } from '../helpers/workspace.ts';

const moments = isLong ? 50 : 1;

let workspace: Workspace;
let key: string;

beforeAll(async () => {
  workspace = openWorkspace(await buildProgram());
  writeFileSync(join(workspace.folder, 'page.html'), '<p>page');
  const made = await workspace.platen(['keys', 'create', '--name', 'test', '--json']);
  key = JSON.parse(made.stdout).data.key;
});
afterAll(() => workspace.clear());

async function startService(): Promise<{ service: Started; url: string }> {
  const service = workspace.start(['serve', '--port', '0', '--sandbox', 'preferred'], { limitMs: 60_000 });
  const shown = () => /listens on (http:\S+)/.exec(service.stderr())?.[1];
  await waitUntil('the service listens', () => shown() !== undefined);
  return { service, url: shown() as string };
}

async function listTemplates(url: string): Promise<string[]> {
  const names: string[] = [];
  for (let after = ''; ; ) {
    const path = `/api/v1/templates?limit=100${after}`;
    const { data, page } = (await callService(url, { method: 'GET', path, key })).json();
    names.push(...data.map(({ name }: { name: string }) => name));
    if (page.next === null) return names;
    after = `&after=${page.next}`;
  }
}

test('a service that is killed under load keeps what it answered, leaves no process, and comes back', {
  timeout: 900_000,
}, async () => {
  const kept: string[] = [];
  const pids: number[] = [];
  const create = async (url: string, name: string) => {
    const body = { template: { name } };
    const answer = await callService(url, { method: 'POST', path: '/api/v1/templates', key, body });
    if (answer.status === 201) kept.push(name);
  };
  const random = openRandom();
  for (let moment = 0; moment < moments; moment += 1) {
    const { service, url } = await startService();
    pids.push(service.pid);
    expect((await listTemplates(url)).sort()).toEqual(expect.arrayContaining(kept.toSorted()));
    let isDead = false;
    const writing = (async () => {
      for (let number = 0; !isDead; number += 1) await create(url, `${moment}-${number}`).catch(() => undefined);
    })();
    const env = { PLATEN_BASE_URL: url, PLATEN_API_KEY: key };
    const words = ['render', 'pdf', 'page.html', '-o', 'out.pdf', '--force', '--retries', '0', '--timeout', '10s'];
    const renders = [0, 1].map(() => workspace.platen(words, { env }));
    await sleep(random() * 800);
    const processes = listDescendants(service.pid);
    service.child.kill('SIGKILL');
    isDead = true;
    await service.ended;
    await writing;
    for (const { code, stderr } of await Promise.all(renders)) expect([0, 11], stderr).toContain(code);
    expect(await waitUntilGone(processes)).toEqual([]);
    const files = readdirSync(workspace.folder).filter((name) => name !== 'page.html');
    expect([[], ['out.pdf']]).toContainEqual(files);
    for (const name of files)
      expect(readFileSync(join(workspace.folder, name), 'latin1')).toMatch(/^%PDF-.*%%EOF\s*$/s);
  }
  expect(kept).not.toEqual([]);
  const { service, url } = await startService();
  expect(service.stderr()).not.toContain('Create one: platen keys create');
  expect(await listTemplates(url)).toEqual(expect.arrayContaining(kept));
  expect((await callService(url, { method: 'GET', path: '/readyz' })).json()).toMatchObject({ status: 'ready' });
  const { profiles } = preparePrivateFolders(cacheFolder);
  const left = () => readdirSync(profiles).filter((name) => pids.some((pid) => name.includes(`.${pid}.`)));
  await waitUntil('the profiles of the killed are gone', () => left().length === 0);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});
