import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { type DashboardRouteName, dashboardRoutes, type Role, roles } from '../../../src/contract/index.ts';
import { type Kind, openCallers } from './open-callers.ts';
import { openSubjects, type Subject, type SubjectName } from './open-subjects.ts';

/** Who may use an operation of the dashboard. Written here again: a change of the contract must be meant. */
interface DashboardRow {
  needs: 'nobody' | 'person' | Role;
  subject?: SubjectName;
  payload?: (subject: Subject) => object;
  /** The outcome for those who may. */
  ok: string;
  /** The outcome for the admin of another account. Default: `ok`. */
  foreign?: string;
}

const secret = 'x'.repeat(43);
const gone = '404 not_found';
const draft = () => ({ content: 'x', preview_context: {} });

const rows: Record<DashboardRouteName, DashboardRow> = {
  readSession: { needs: 'nobody', ok: '200' },
  signIn: { needs: 'nobody', ok: '401 unauthorized', payload: () => ({ email: 'no@example.com', password: 'x' }) },
  signOut: { needs: 'person', ok: '204' },
  switchAccount: { needs: 'person', ok: '200', foreign: '403 forbidden', payload: () => ({ account: 'a' }) },
  redeemTicket: { needs: 'nobody', ok: '401 unauthorized', payload: () => ({ ticket: secret }) },
  readLink: { needs: 'nobody', ok: '401 unauthorized', payload: () => ({ link: secret }) },
  setPassword: { needs: 'nobody', ok: '401 unauthorized', payload: () => ({ link: secret, password: secret }) },
  changePassword: {
    needs: 'person',
    ok: '401 unauthorized',
    payload: () => ({ old_password: 'wrong', password: secret }),
  },
  listSessions: { needs: 'person', ok: '200' },
  endSession: { needs: 'person', ok: '404 not_found' },
  endSessions: { needs: 'person', ok: '204' },
  searchTemplates: { needs: 'viewer', ok: '200' },
  listTemplateUsers: { needs: 'viewer', ok: '200', foreign: '404 template_not_found' },
  checkTemplate: { needs: 'viewer', ok: '200', payload: draft },
  checkValues: { needs: 'viewer', ok: '200', payload: () => ({ schema: {}, values: {} }) },
  drawTemplate: { needs: 'viewer', ok: '200', payload: draft },
  listRenders: { needs: 'viewer', ok: '200' },
  getRender: { needs: 'viewer', subject: 'logged render', ok: '200', foreign: gone },
  getKeptRequest: { needs: 'editor', subject: 'logged render', ok: '200', foreign: gone },
  getKeptPdf: { needs: 'viewer', subject: 'logged render', ok: '200', foreign: gone },
  listBackground: { needs: 'viewer', ok: '200' },
  cancelBackground: { needs: 'editor', subject: 'render', ok: '200', foreign: '404 render_not_found' },
  readUsage: { needs: 'viewer', ok: '200' },
  listUsers: { needs: 'admin', ok: '200' },
  createUser: {
    needs: 'admin',
    ok: '201',
    payload: () => ({ email: `new-${randomUUID()}@example.com`, role: 'viewer' }),
  },
  changeRole: { needs: 'admin', subject: 'person', ok: '200', foreign: gone, payload: () => ({ role: 'editor' }) },
  deleteUser: { needs: 'admin', subject: 'person', ok: '204', foreign: gone },
  createLink: { needs: 'admin', subject: 'person', ok: '201', foreign: gone },
  listAudit: { needs: 'admin', ok: '200' },
  exportAudit: { needs: 'admin', ok: '200' },
};

let service: Awaited<ReturnType<typeof openCallers>>;
let subjects: ReturnType<typeof openSubjects>;

beforeAll(async () => {
  service = await openCallers();
  subjects = openSubjects(service);
});

it.each(Object.keys(dashboardRoutes) as DashboardRouteName[])(
  '%s: each kind of caller',
  async (name) => {
    const { needs, subject = 'template', payload, ok, foreign = ok } = rows[name];
    const forRole = (role: Role) =>
      needs === 'nobody' || needs === 'person' || roles.indexOf(role) <= roles.indexOf(needs) ? ok : '403 forbidden';
    const without = needs === 'nobody' ? ok : '401 unauthorized';
    const expected: Partial<Record<Kind, string>> = {
      'no key': without,
      'key with all scopes': without,
      'expired key': without,
      'signed out': without,
      admin: ok,
      editor: forRole('editor'),
      viewer: forRole('viewer'),
      'admin of another account': foreign,
      'admin who names an account of others': needs === 'nobody' ? ok : '403 forbidden',
    };
    const found: Partial<Record<Kind, string>> = {};
    let made: Subject | undefined;
    for (const kind of Object.keys(expected) as Kind[]) {
      made ??= await subjects.make(subject);
      const send = await service.as(kind, made.template);
      const { method, path } = dashboardRoutes[name];
      const url = path.replace('{id}', made.id);
      const answer = await send({ method, url, ...(payload && { payload: payload(made) }) });
      found[kind] = `${answer.statusCode}${answer.statusCode < 400 ? '' : ` ${answer.json().code}`}`;
      // A request that was refused or that reads leaves the subject as it is.
      if (method === 'GET' || answer.statusCode >= 400) continue;
      made = undefined;
      await subjects.clear();
    }
    await subjects.clear();
    expect(found).toEqual(expected);
  },
  60_000,
);
