import { beforeAll, expect, it } from 'vitest';
import { routes, type Scope, scopes } from '../../../src/contract/index.ts';
import { apiRows } from './api-rows.ts';
import { type Kind, openCallers } from './open-callers.ts';
import { openSubjects, type Subject } from './open-subjects.ts';

let service: Awaited<ReturnType<typeof openCallers>>;
let subjects: ReturnType<typeof openSubjects>;

beforeAll(async () => {
  service = await openCallers({ samePeople: true });
  subjects = openSubjects(service);
});

it('every operation of the contract has a row', () => {
  expect([...new Set(apiRows.map(({ operation }) => operation))].sort()).toEqual(Object.keys(routes).sort());
});

it.each(apiRows.map((row) => [row.what ?? row.operation, row] as const))(
  '%s: each kind of caller',
  async (_, row) => {
    const { method, path } = routes[row.operation];
    const { ok, people } = row;
    const expected: Record<Kind, string> = {
      'no key': '401 unauthorized',
      'unknown key': '401 unauthorized',
      'expired key': '401 unauthorized',
      'retired key': '401 unauthorized',
      'rotated key': '401 unauthorized',
      'rotated key in its overlap': row.ending ?? ok,
      'key with all scopes': ok,
      ...(Object.fromEntries(
        scopes.flatMap((scope) => [
          [`key with ${scope} alone`, scope === row.scope ? ok : '403 forbidden'],
          [`key without ${scope}`, scope === row.scope ? '403 forbidden' : ok],
        ]),
      ) as Record<`key with ${Scope} alone` | `key without ${Scope}`, string>),
      'key for the template': row.certain,
      'key for another template': row.certainOther,
      'key for the folder': row.folder,
      'key for another folder': row.folderOther,
      'key of another account': row.foreign,
      'signed out': '401 unauthorized',
      admin: ok,
      editor: people === 'admin' ? '403 forbidden' : ok,
      viewer: people === 'viewer' ? ok : (row.viewer ?? '403 forbidden'),
      'admin of another account': row.foreign,
      'admin who names an account of others': '403 forbidden',
    };
    const found: Record<string, string> = {};
    let subject: Subject | undefined;
    for (const kind of Object.keys(expected) as Kind[]) {
      subject ??= await subjects.make(row.subject);
      const send = await service.as(kind, subject.template);
      const answer = await send({
        method,
        url:
          path
            .replace('{id}', subject.id)
            .replace('{revision}', '1')
            .replace('{label}', 'draft')
            .replace('{set}', 'minimal') + (row.query?.(subject) ?? ''),
        ...(row.payload && { payload: row.payload(subject) }),
        ...(row.headers && { headers: row.headers }),
      });
      const code = answer.statusCode < 400 ? '' : ` ${answer.json().code}`;
      const listed =
        row.lists && answer.statusCode === 200 ? (answer.body.includes(subject.id) ? ' with it' : ' without it') : '';
      found[kind] = `${answer.statusCode}${code}${listed}`;
      // A request that was refused or that reads leaves the subject as it is.
      if (method === 'GET' || answer.statusCode >= 400) continue;
      subject = undefined;
      await subjects.clear();
    }
    await subjects.clear();
    expect(found).toEqual(expected);
  },
  60_000,
);
