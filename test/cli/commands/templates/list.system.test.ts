import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../../../helpers/recording-server.ts';
import { makeHome, runCli, type TestHome } from '../../../helpers/run-cli.ts';

const template = {
  content: '<p>',
  id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f',
  inserted_at: '2026-01-01T00:00:00.000Z',
  name: 'Invoice',
  preview_context: {},
  updated_at: '2026-01-02T00:00:00.000Z',
};

let home: TestHome;
let service: RecordingServer;
/** The status for a query that names fields. */
let status: number;

beforeEach(async () => {
  home = makeHome();
  status = 200;
  service = await startRecordingServer(({ path }, response) => {
    const refused = path.includes('fields=') && status !== 200;
    const second = path.includes('after=more');
    response.writeHead(refused ? status : 200, { 'content-type': 'application/json' });
    const answer = { data: [template], page: { next: second ? null : 'more' } };
    response.end(JSON.stringify(refused ? { message: 'unknown parameter' } : answer));
  });
});
afterEach(async () => {
  await service.close();
  home.remove();
});

const list = (stdoutTerminal: boolean, ...words: string[]) =>
  runCli(['templates', 'list', ...words], {
    cwd: home.folder,
    env: { ...home.env, PLATEN_BASE_URL: service.url, PLATEN_API_KEY: 'a-key-of-a-test' },
    stdoutTerminal,
  });
const asked = () => service.requests.map(({ path }) => new URL(path, service.url).searchParams.get('fields'));

describe('platen templates list', () => {
  it('asks for a table without the contents', async () => {
    const { code, stdout } = await list(true);
    expect(code).toBe(0);
    expect(stdout.split(template.id)).toHaveLength(3);
    const fields = 'name,updated_at,slug,kind,folder,tags';
    expect(asked()).toEqual([fields, fields]);
  });

  it.each([[false], [true, '--json']] as const)('asks for whole templates where it prints JSON', async (...words) => {
    const [terminal, ...rest] = words;
    expect(JSON.parse((await list(terminal, ...rest)).stdout)).toMatchObject({ data: [template, template] });
    const fields = 'content,id,inserted_at,name,preview_context,updated_at,slug,kind,folder,tags';
    expect(asked()).toEqual([fields, fields]);
  });

  it.each([400, 422])('asks a service that refuses the query with %i once more without it', async (refusal) => {
    status = refusal;
    const { code, stdout } = await list(true);
    expect([code, stdout.split('Invoice').length]).toEqual([0, 3]);
    expect(asked()).toEqual(['name,updated_at,slug,kind,folder,tags', null, null]);
  });

  it('fails where the service refuses the list itself', async () => {
    status = 403;
    expect((await list(true)).code).toBe(4);
    expect(asked()).toHaveLength(1);
  });
});
