import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { describeWebFile, webPolicy } from '../../web/index.ts';
import { RequestError } from '../answers/problems.ts';

/** Where the build writes the files for browsers: next to the bundle, one folder up from a chunk, in `dist` for the sources. */
const builtFolders = ['./web/', '../web/', '../../../dist/web/'].map((place) => new URL(place, import.meta.url));

/** The page of every view. */
const page = 'dashboard.html';

/** The folder of the files for browsers; undefined if the build has not made them. */
export function findWebFolder(): URL | undefined {
  return builtFolders.find((folder) => existsSync(new URL(page, folder)));
}

/** Registers the pages of the dashboard: every view is the same page, which finds by its own address what to show. */
export function addPages(app: FastifyInstance, folder: URL | undefined): void {
  app.get('/dashboard', async (_request, reply) => reply.redirect('dashboard/', 302));
  app.get('/dashboard/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!name.endsWith('.html')) return sendFile(reply, folder, name);
    throw noFile();
  });
  app.get('/dashboard/*', async (request, reply) => {
    const path = request.url.split(/[?#]/, 1)[0] ?? '';
    // Relative to the view, because a proxy may put a path before it.
    const up = '../'.repeat(path.split('/').length - 3) || './';
    return sendFile(reply, folder, page, (text) => text.replaceAll('%BASE%', up));
  });
}

async function sendFile(reply: FastifyReply, folder: URL | undefined, name: string, change?: (text: string) => string) {
  const file = describeWebFile(name);
  if (folder === undefined || file === undefined) throw noFile();
  const bytes = await readFile(new URL(name, folder)).catch(() => {
    throw noFile();
  });
  reply.headers({
    'content-type': file.type,
    'cache-control': file.caching,
    'content-security-policy': webPolicy,
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
  return change ? change(bytes.toString('utf8')) : bytes;
}

function noFile(): RequestError {
  return new RequestError('not_found', 'there is no such file');
}
