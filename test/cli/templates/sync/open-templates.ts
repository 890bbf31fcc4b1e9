import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewStoredTemplate, StoredTemplate } from '../../../../src/store/index.ts';
import { type CliResult, type CliSetting, makeHome, runCli } from '../../../helpers/run-cli.ts';
import { openTestService } from '../../../server/test-service.ts';

/** One template of a JSON answer. */
export interface Row {
  slug: string;
  id: string | null;
  name: string | null;
  action: string;
  fields: string[];
  error?: { code: string; message: string; why?: string };
}

/** A folder of templates, and the real service that it is kept beside. */
export interface Templates {
  /** The folder in which commands run. */
  folder: string;
  /** Runs `platen templates` with these words. */
  run(words: string[], setting?: CliSetting): Promise<CliResult>;
  /** The same with --json; the rows of its answer. */
  rows(words: string[]): Promise<{ code: number; rows: Row[]; error?: { code: string } }>;
  /** Files below the folder. */
  read(file: string): string;
  write(file: string, text: string | Uint8Array): void;
  has(file: string): boolean;
  list(folder: string): string[];
  /** Templates on the service. */
  create(template: NewStoredTemplate): Promise<StoredTemplate>;
  get(id: string): Promise<StoredTemplate>;
  update(id: string, changes: Partial<NewStoredTemplate>): Promise<StoredTemplate>;
  remove(id: string): Promise<void>;
  all(): Promise<StoredTemplate[]>;
  /** Makes the service one that has no ETags. */
  dropEtags(): void;
  /** Called before each request is answered. */
  onRequest(hook: (method: string, url: string) => Promise<void> | void): void;
}

/** Opens a service with an empty store and an empty folder, both gone after the test. */
export async function openTemplates(): Promise<Templates> {
  const service = await openTestService();
  let hook: (method: string, url: string) => Promise<void> | void = () => {};
  service.app.addHook('onRequest', async (request) => hook(request.method, request.url));
  let etags = true;
  service.app.addHook('onSend', async (_request, reply) => {
    if (!etags) reply.removeHeader('etag');
  });
  const port = await service.listen();
  const home = makeHome();
  onTestFinished(() => home.remove());
  const env = { ...home.env, PLATEN_BASE_URL: `http://127.0.0.1:${port}`, PLATEN_API_KEY: service.key };
  const path = (file: string) => join(home.folder, file);
  const { templates } = service.store;
  const run = (words: string[], setting: CliSetting = {}) =>
    runCli(['templates', ...words], { cwd: home.folder, ...setting, env: { ...env, ...setting.env } });
  return {
    folder: home.folder,
    run,
    async rows(words) {
      const { code, stdout, stderr } = await run([...words, '--json']);
      const error = stderr.trim() === '' ? {} : JSON.parse(stderr);
      return { code, rows: stdout === '' ? [] : JSON.parse(stdout).data, ...error };
    },
    read: (file) => readFileSync(path(file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(path(file)), { recursive: true });
      writeFileSync(path(file), text);
    },
    has: (file) => existsSync(path(file)),
    list: (folder) => readdirSync(path(folder)).sort(),
    create: (template) => templates.create('a', template),
    get: (id) => templates.get('a', id),
    update: (id, changes) => templates.update('a', id, changes),
    remove: (id) => templates.delete('a', id),
    all: async () => (await templates.list('a', { limit: 100 })).templates,
    dropEtags() {
      etags = false;
    },
    onRequest(next) {
      hook = next;
    },
  };
}
