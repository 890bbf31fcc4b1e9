import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { RenderLogQuery, TemplateEntry, TemplateSearch, UsageView } from '../../contract/index.ts';
import { formatEtag } from '../answers/etag.ts';
import { RequestError } from '../answers/problems.ts';
import type { DashboardParts } from './dashboard-parts.ts';
import { addDashboardRoutes, type DashboardRequest } from './dashboard-route.ts';

/** Rows on a page if the request names no number. */
const defaultLimit = 50;
const dayMs = 86_400_000;

/** Registers what the dashboard looks through: templates, renders, usage and what was done. */
export function addRecordRoutes(app: FastifyInstance, parts: DashboardParts): void {
  const { accounts, now } = parts;
  const { renders, usage, audit, searchTemplates, listTemplateUsers } = accounts;

  addDashboardRoutes(app, parts, {
    async searchTemplates({ caller, query }: DashboardRequest<unknown, TemplateSearch>) {
      const { sort = 'updated', limit, ...filter } = query;
      const page = await searchTemplates(caller.account, { ...filter, sort, limit: readLimit(limit) });
      const data = page.templates.map(
        ({ version, ...rest }): TemplateEntry => ({ ...rest, etag: formatEtag(version) }),
      );
      const { total, folders, next } = page;
      return { data, page: { next }, total, folders };
    },

    async listTemplateUsers({ caller, id }) {
      return { data: await listTemplateUsers(caller.account, id) };
    },

    async listRenders({ caller, query }: DashboardRequest<unknown, RenderLogQuery>) {
      const { limit, from, to, ...filter } = query;
      const page = await renders.list(caller.account, {
        ...filter,
        limit: readLimit(limit),
        from: from === undefined ? undefined : readDay('from', from),
        to: to === undefined ? undefined : readDay('to', to) + dayMs,
      });
      return { data: page.entries, page: { next: page.next } };
    },

    async getRender({ caller, id }) {
      return { data: await renders.get(caller.account, id) };
    },

    async getKeptRequest({ caller, id, reply }) {
      const { request } = await renders.getKept(caller.account, id);
      if (request === null) throw notKept();
      reply.type('application/json');
      return request;
    },

    async getKeptPdf({ caller, id, reply }) {
      const { pdf } = await renders.getKept(caller.account, id);
      if (pdf === null) throw notKept();
      reply.type('application/pdf').header('content-disposition', 'attachment; filename="render.pdf"');
      return Buffer.from(pdf);
    },

    async readUsage({ caller, query }: DashboardRequest<unknown, { days?: string }>) {
      const today = now();
      const since = new Date(today.getTime() - (Number(query.days ?? 30) - 1) * dayMs);
      const month = `${today.toISOString().slice(0, 7)}-01`;
      const data: UsageView = {
        days: await usage.list(caller.account, since.toISOString().slice(0, 10)),
        month: await usage.sum(caller.account, month),
        quota: await usage.quota(caller.account),
      };
      return { data };
    },

    async listAudit({ caller, query }: DashboardRequest<unknown, { limit?: string; after?: string }>) {
      const { entries, next } = await audit.list(caller.account, { limit: readLimit(query.limit), after: query.after });
      return { data: entries, page: { next } };
    },

    async exportAudit({ caller, reply }) {
      reply.type('application/jsonl').header('content-disposition', 'attachment; filename="audit.jsonl"');
      return Readable.from(writeLines(caller.account));
    },
  });

  /** Every entry as a line of JSON, newest first, read page by page while it is sent. */
  async function* writeLines(account: string): AsyncGenerator<string> {
    let after: string | undefined;
    do {
      const page = await audit.list(account, { limit: 500, after });
      if (page.entries.length > 0) yield `${page.entries.map((entry) => JSON.stringify(entry)).join('\n')}\n`;
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
}

function readLimit(text: string | undefined): number {
  return text === undefined ? defaultLimit : Number(text);
}

function readDay(name: string, text: string): number {
  const time = Date.parse(`${text}T00:00:00Z`);
  if (!Number.isNaN(time)) return time;
  throw new RequestError('invalid_request', `the query parameter "${name}" must be a day such as "2026-01-31"`);
}

function notKept(): RequestError {
  return new RequestError('not_found', 'nothing of this render was kept; see --keep-renders of the service');
}
