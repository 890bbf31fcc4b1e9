import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/cli/command/context.ts';
import { openRowRules } from '../../../../src/cli/render/jobs/row-jobs.ts';
import { createClient } from '../../../../src/client/index.ts';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { makeHome, runCli } from '../../../helpers/run-cli.ts';
import { openTestService, type TestService } from '../../../server/test-service.ts';

const home = makeHome();
closeAfterFile(() => home.remove());
let service: TestService;
let env: Record<string, string> = {};
const schema = {
  required: ['number'],
  properties: { number: { type: 'integer' }, lines: { items: { properties: { price: { type: 'number' } } } } },
};

beforeAll(async () => {
  service = await openTestService({ limits: { requestsPerKey: { perSecond: 1000, burst: 10_000 } } });
  const base = `http://127.0.0.1:${await service.listen()}`;
  env = { ...home.env, PLATEN_BASE_URL: base, PLATEN_API_KEY: service.key };
  const { store } = service;
  const { id } = await store.templates.create('a', { name: 'Invoice', content: 'No. {{ number }}' });
  await store.valueSets.change('a', id, {
    sets: { paid: { number: 7 }, bad: { number: 'x', lines: [{ price: '1' }] } },
  });
  await store.labels.set('a', id, 'live', 2);
  await store.valueSets.change('a', id, { sets: { paid: { number: 8 } }, schema }, undefined, 'ada', 'A schema');
});

const platen = (...words: string[]) => runCli(words, { cwd: home.folder, env });
const html = (name: string, ...words: string[]) => platen('render', 'html', `template:${name}`, ...words);

describe('the named values of a stored template', () => {
  it('are those of --values: of the service for a PDF, and read for HTML, in the revision that is rendered', async () => {
    service.engine.calls.length = 0;
    const { code } = await platen('render', 'pdf', 'template:invoice', '--values', 'paid', '-o', 'a.pdf');
    expect([code, existsSync(join(home.folder, 'a.pdf'))]).toEqual([0, true]);
    expect(service.engine.calls[0]?.request.parts).toEqual({ template: { slug: 'invoice', values: 'paid' } });
    expect((await html('invoice', '--values', 'paid')).stdout).toContain('No. 7');
    expect((await html('invoice@3', '--values', 'paid')).stdout).toContain('No. 8');
  });

  it('are checked by the schema of that revision', async () => {
    expect((await html('invoice', '--values', 'bad')).stdout).toContain('No. x');
    const { code, stderr } = await html('invoice@3', '--values', 'bad');
    expect([code, stderr]).toEqual([2, expect.stringContaining('error: number must be a whole number\n')]);
    expect(stderr).toContain(
      'the values do not follow the schema of template:invoice@3; lines[0].price must be a number',
    );
  });

  it.each([
    [['--values', 'piad'], 5, 'template:invoice@3 has no values "piad"\n  why: it has bad, paid'],
    [['--values', 'paid', '--set', 'a=1'], 2, '--values and --set cannot be used together for a stored template'],
  ])('%j is refused', async (words, code, text) => {
    const result = await html('invoice@3', ...words);
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)]);
  });

  it('are named by log, show and diff', async () => {
    const log = JSON.parse((await platen('templates', 'log', 'invoice', '--json')).stdout).data;
    expect(log[0]).toMatchObject({ value_sets: ['bad', 'paid'], values_schema: true });
    const shown = JSON.parse((await platen('templates', 'show', 'invoice@2', '--json')).stdout).data;
    expect(shown).toMatchObject({ value_sets: ['bad', 'paid'], values_schema: false });
    const diff = await platen('templates', 'diff', 'invoice@2', 'invoice@3', '--exit-code');
    expect(diff.code).toBe(20);
    expect(diff.stdout).toContain('--- invoice@2/values/paid.json\n+++ invoice@3/values/paid.json\n');
    expect(diff.stdout).toContain('+++ invoice@3/values.schema.json\n');
    expect(diff.stdout).not.toContain('bad.json');
    const json = JSON.parse((await platen('templates', 'diff', 'invoice@2', 'invoice@3', '--json')).stdout).data;
    expect(json.fields).toEqual(['values/paid.json', 'values.schema.json']);
  });

  it('come back with a revision', async () => {
    expect((await platen('templates', 'restore', 'invoice@1')).code).toBe(0);
    const { data } = JSON.parse((await platen('templates', 'show', 'invoice', '--json')).stdout);
    expect(data).toMatchObject({ revision: 4, value_sets: [], values_schema: false });
    expect((await platen('templates', 'restore', 'invoice@3')).code).toBe(0);
  });
});

describe('rows of CSV', () => {
  const build = async (template: string) => {
    const client = createClient({ baseUrl: env.PLATEN_BASE_URL ?? '', apiKey: service.key });
    const { signal } = new AbortController();
    const context = { io: { cwd: home.folder }, client: async () => client, signal } as unknown as Context;
    const rules = await openRowRules(template, { output: '{number}.pdf', title: undefined }, context);
    const row = { index: 0, place: 'rows.csv:2', isText: true };
    const built = await rules.build({ number: '12', zip: '00501' }, row);
    await client.close();
    return built;
  };

  it('have numbers where the schema of the stored template says so, in its revision', async () => {
    const parts = (revision: number, number: unknown) => ({
      parts: { template: { slug: 'invoice', revision }, context: { number, zip: '00501' } },
    });
    expect(await build('invoice@3')).toEqual({ output: '12.pdf', ...parts(3, 12) });
    expect(await build('invoice@2')).toEqual({ output: '12.pdf', ...parts(2, '12') });
  });

  it('have numbers where the schema of a folder says so', async () => {
    mkdirSync(join(home.folder, 'letter'));
    writeFileSync(join(home.folder, 'letter/values.schema.json'), JSON.stringify(schema));
    expect(await build('./letter')).toMatchObject({ parts: { context: { number: 12, zip: '00501' } } });
  });
});
