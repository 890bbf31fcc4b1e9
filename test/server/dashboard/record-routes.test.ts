import { describe, expect, it } from 'vitest';
import type { DashboardParts } from '../../../src/server/dashboard/dashboard-parts.ts';
import { addRecordRoutes } from '../../../src/server/dashboard/record-routes.ts';
import { openPlainApp } from './plain-app.ts';

/** A dashboard whose stores note what they are asked for, and give the answers of the test. */
function open(answers: Record<string, (...args: unknown[]) => unknown> = {}) {
  const calls: unknown[][] = [];
  const listen =
    (name: string) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return answers[name]?.(...args);
    };
  const storeOf = (store: string, ...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, listen(`${store}.${name}`)]));
  const app = openPlainApp();
  const session = {
    id: 's',
    userId: 'u1',
    email: 'a@b.example',
    account: 'home',
    memberships: [{ account: 'home', role: 'admin' }],
  };
  addRecordRoutes(app, {
    accounts: {
      renders: storeOf('renders', 'list', 'get', 'getKept'),
      usage: storeOf('usage', 'list', 'sum', 'quota'),
      audit: storeOf('audit', 'list'),
      searchTemplates: listen('searchTemplates'),
      listTemplateUsers: listen('listTemplateUsers'),
    },
    personRates: { take: () => 0 },
    findSession: async () => session,
    now: () => new Date('2026-05-04T10:00:00.000Z'),
  } as unknown as DashboardParts);
  const get = async (path: string) => {
    const headers = { host: 'localhost', cookie: 'platen=x', 'sec-fetch-site': 'same-origin' };
    const answer = await app.inject({ url: `/api/dashboard/${path}`, headers });
    return { status: answer.statusCode, headers: answer.headers, body: answer.payload };
  };
  return { get, calls };
}

const said = ({ body }: { body: string }) => JSON.parse(body);

describe('the templates of an account', () => {
  it.each([
    ['', { sort: 'updated', limit: 50 }],
    ['?sort=name&limit=7&search=x', { sort: 'name', limit: 7, search: 'x' }],
  ])('are searched: "%s"', async (query, wanted) => {
    const page = { templates: [{ id: 't', version: 3 }], total: 9, folders: ['f'], next: 'n' };
    const { get, calls } = open({ searchTemplates: () => page });
    expect(said(await get(`templates${query}`))).toEqual({
      data: [{ id: 't', etag: '"v3"' }],
      page: { next: 'n' },
      total: 9,
      folders: ['f'],
    });
    expect(calls).toEqual([['searchTemplates', 'home', wanted]]);
  });

  it('say who uses them', async () => {
    const { get, calls } = open({ listTemplateUsers: () => ['t2'] });
    expect([said(await get('templates/t1/users')), calls]).toEqual([
      { data: ['t2'] },
      [['listTemplateUsers', 'home', 't1']],
    ]);
  });
});

describe('the renders of an account', () => {
  const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

  it.each([
    ['', { limit: 50 }],
    ['?limit=7&after=x', { limit: 7, after: 'x' }],
    ['?from=2026-05-01&to=2026-05-02', { limit: 50, from: day('2026-05-01'), to: day('2026-05-03') }],
  ])('are listed: "%s"', async (query, wanted) => {
    const { get, calls } = open({ 'renders.list': () => ({ entries: ['e'], next: null }) });
    expect(said(await get(`renders${query}`))).toEqual({ data: ['e'], page: { next: null } });
    expect(calls).toEqual([['renders.list', 'home', { from: undefined, to: undefined, ...wanted }]]);
  });

  it.each(['from', 'to'])('are listed %s a day', async (name) => {
    const { get, calls } = open();
    const refused = said(await get(`renders?${name}=2026-02-31x`));
    expect([refused[0], refused[1], calls]).toEqual([
      'invalid_request',
      expect.stringContaining(`query parameter "${name}"`),
      [],
    ]);
  });

  it('are read, with what was kept of them', async () => {
    const kept = { request: '{"parts":[]}', pdf: Buffer.from('%PDF') };
    const { get } = open({ 'renders.get': () => ({ id: 'r' }), 'renders.getKept': () => kept });
    expect(said(await get('renders/r'))).toEqual({ data: { id: 'r' } });
    const request = await get('renders/r/request');
    expect([request.body, request.headers['content-type']]).toEqual([kept.request, 'application/json; charset=utf-8']);
    const pdf = await get('renders/r/pdf');
    expect([pdf.body, pdf.headers['content-type'], pdf.headers['content-disposition']]).toEqual([
      '%PDF',
      'application/pdf',
      'attachment; filename="render.pdf"',
    ]);
  });

  it.each(['request', 'pdf'])('may have nothing that was kept: %s', async (name) => {
    const { get } = open({ 'renders.getKept': () => ({ request: null, pdf: null }) });
    const message = 'nothing of this render was kept; see --keep-renders of the service';
    expect(said(await get(`renders/r/${name}`))).toEqual(['not_found', message]);
  });
});

describe('the usage of an account', () => {
  it.each([
    ['', '2026-04-05'],
    ['?days=1', '2026-05-04'],
    ['?days=7', '2026-04-28'],
  ])('is that of its days and its month: "%s"', async (query, since) => {
    const { get, calls } = open({ 'usage.list': () => ['d'], 'usage.sum': () => 's', 'usage.quota': () => 'q' });
    expect(said(await get(`usage${query}`))).toEqual({ data: { days: ['d'], month: 's', quota: 'q' } });
    expect(calls).toEqual([
      ['usage.list', 'home', since],
      ['usage.sum', 'home', '2026-05-01'],
      ['usage.quota', 'home'],
    ]);
  });
});

describe('the audit log of an account', () => {
  it.each([
    ['', { limit: 50, after: undefined }],
    ['?limit=7&after=x', { limit: 7, after: 'x' }],
  ])('is listed: "%s"', async (query, wanted) => {
    const { get, calls } = open({ 'audit.list': () => ({ entries: ['e'], next: 'n' }) });
    expect(said(await get(`audit${query}`))).toEqual({ data: ['e'], page: { next: 'n' } });
    expect(calls).toEqual([['audit.list', 'home', wanted]]);
  });

  it('is exported as lines, page by page', async () => {
    const pages = [
      { entries: [{ a: 1 }, { a: 2 }], next: 'x' },
      { entries: [{ a: 3 }], next: 'y' },
      { entries: [], next: null },
    ];
    const { get, calls } = open({ 'audit.list': () => pages.shift() });
    const { body, headers } = await get('audit.jsonl');
    expect(body).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/jsonl',
      'attachment; filename="audit.jsonl"',
    ]);
    expect(calls.map(([, , page]) => page)).toEqual([undefined, 'x', 'y'].map((after) => ({ limit: 500, after })));
  });
});
