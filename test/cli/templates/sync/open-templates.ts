import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { NewStoredTemplate, StoredTemplate } from '../../../../src/store/index.ts';
import { closeAfterFile } from '../../../helpers/close-after-file.ts';
import { type CliResult, type CliSetting, makeHome, runCli } from '../../../helpers/run-cli.ts';
import { openTestService, type TestService } from '../../../server/test-service.ts';

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

/** The service of all tests of a file. Each has its own templates there, those of another account. */
interface SharedService {
  service: TestService;
  url: string;
  /** What the running test has changed of it. */
  changed: { onRequest: Parameters<Templates['onRequest']>[0]; etags: boolean };
}

let shared: Promise<SharedService> | undefined;

async function openShared(): Promise<SharedService> {
  const service = await openTestService();
  closeAfterFile(() => {
    shared = undefined;
  });
  const changed: SharedService['changed'] = { onRequest: () => {}, etags: true };
  service.app.addHook('onRequest', async (request) => changed.onRequest(request.method, request.url));
  service.app.addHook('onSend', async (_request, reply) => {
    if (!changed.etags) reply.removeHeader('etag');
  });
  return { service, url: `http://127.0.0.1:${await service.listen()}`, changed };
}

/** Opens an account without templates and an empty folder, which is gone after the test. */
export async function openTemplates(): Promise<Templates> {
  shared ??= openShared();
  const { service, url, changed } = await shared;
  Object.assign(changed, { onRequest: () => {}, etags: true });
  const account = `account-${randomUUID()}`;
  const { key } = await service.makeKey(account);
  const home = makeHome();
  onTestFinished(() => home.remove());
  const env = { ...home.env, PLATEN_BASE_URL: url, PLATEN_API_KEY: key };
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
    create: (template) => templates.create(account, template),
    get: (id) => templates.get(account, id),
    update: (id, changes) => templates.update(account, id, changes),
    remove: (id) => templates.delete(account, id),
    all: async () => (await templates.list(account, { limit: 100 })).templates,
    dropEtags() {
      changed.etags = false;
    },
    onRequest(hook) {
      changed.onRequest = hook;
    },
  };
}
