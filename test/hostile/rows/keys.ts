import { openKeyRing } from '../../../src/server/index.ts';
import { exchangeRaw } from '../exchange-raw.ts';
import type { Control, Row } from '../row.ts';
import { type Service, startService } from '../service-client.ts';

const about: Control = { none: 'it is about the HTTP service' };

function raw(service: Service, head: string, body = ''): Promise<string> {
  return exchangeRaw(service, `${head}\r\n\r\n${body}`, 1_000);
}

function list(service: Service, fields: string): Promise<string> {
  return raw(service, `GET /api/v1/templates HTTP/1.1\r\nHost: x\r\nConnection: close${fields}`);
}

/** The body of an answer without what differs each time. */
function bodyOf(answer: string): string {
  return (answer.split('\r\n\r\n')[1] ?? '').replace(/"request_id":"[^"]*"/, '');
}

const post = 'POST /api/v1/templates HTTP/1.1\r\nHost: x';
const shapes: readonly [input: string, head: string, body: string][] = [
  ['TRACE', 'TRACE / HTTP/1.1\r\nHost: x', ''],
  ['CONNECT', 'CONNECT 10.0.0.5:80 HTTP/1.1\r\nHost: x', ''],
  ['both framings', `${post}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked`, '0\r\n\r\n'],
  ['two lengths', `${post}\r\nContent-Length: 1\r\nContent-Length: 2`, 'ab'],
  ['a length that is no number', `${post}\r\nContent-Length: +1`, 'a'],
  ['a folded field', `${post}\r\nX: a\r\n b: c`, ''],
  ['no host', 'GET /healthz HTTP/1.1', ''],
];

/** Keys and HTTP. */
export const keyRows: readonly Row[] = [
  {
    id: 'K01',
    input: 'one body for every key that will not do',
    control: about,
    run: async (service) => {
      const { a } = service.keys;
      const changed = `${a.slice(0, 20)}${a[20] === 'x' ? 'y' : 'x'}${a.slice(21)}`;
      const fields = [
        '',
        '\r\nAuthorization:',
        '\r\nAuthorization: Bearer',
        '\r\nAuthorization: Bearer x',
        '\r\nAuthorization: Basic YTpi',
      ];
      fields.push(`\r\nAuthorization: Bearer ${changed}`, `\r\nAuthorization: Bearer platen_${'0'.repeat(43)}_0zkbyY`);
      const answers = await Promise.all(fields.map((field) => list(service, field)));
      const [first = ''] = answers;
      const wrong = answers.filter((answer) => !answer.startsWith('HTTP/1.1 401') || bodyOf(answer) !== bodyOf(first));
      return wrong.map((answer) => `differs: ${answer}`);
    },
  },
  {
    id: 'K01',
    input: 'a key in the query string',
    control: about,
    run: async (service) => {
      const answer = await raw(
        service,
        `GET /api/v1/templates?key=${service.keys.a}&access_token=${service.keys.a} HTTP/1.1\r\nHost: x\r\nConnection: close`,
      );
      return answer.startsWith('HTTP/1.1 401') ? [] : [answer];
    },
  },
  {
    id: 'K04',
    input: 'changes that may not be made',
    control: about,
    run: async (service) => {
      const made = await service.send('POST', '/api/v1/templates', { template: { name: 'kept', content: 'kept' } });
      const id = /"id":"([^"]+)"/.exec(made.text)?.[1];
      const path = `/api/v1/templates/${id}`;
      const bodies: unknown[] = [
        { template: { nme: 'x' } },
        { template: { name: 7 } },
        { template: {} },
        {},
        [],
        { template: { name: '' } },
        { template: { id: 'x' } },
      ];
      bodies.push({ template: { name: 'x' }, extra: 1 }, { template: JSON.parse('{"name":"x","__proto__":{}}') });
      const answers = await Promise.all(bodies.map((body) => service.send('PATCH', path, body)));
      const still = await service.send('GET', path);
      const wrong = answers.filter(({ status }) => status !== 422 && status !== 400).map(({ text }) => text);
      return /"name":"kept"/.test(still.text) ? wrong : [...wrong, `changed: ${still.text}`];
    },
  },
  ...shapes.map(
    ([input, head, body]): Row => ({
      id: 'K05',
      input,
      control: about,
      run: async (service) => {
        const answer = await raw(service, head, body);
        return /^HTTP\/1\.1 4\d\d /.test(answer) || answer === '' ? [] : [answer];
      },
    }),
  ),
  {
    id: 'K02',
    input: 'a key that is revoked while it is in use, on two services of one store',
    control: about,
    run: async (service) => {
      const other = await startService({
        egress: { level: 'deny' },
        dataFolder: service.dataFolder,
        cacheFolder: '/mnt/cache/platen',
        browser: 'none',
      });
      const ring = await openKeyRing({ dataFolder: service.dataFolder });
      try {
        const { key, stored } = await ring.create({ account: 'a', name: 'revoked' });
        const ask = () =>
          Promise.all([service, other].map((target) => list(target, `\r\nAuthorization: Bearer ${key}`)));
        const before = await ask();
        await ring.revoke(stored.id);
        const after = await ask();
        return [
          ...before.filter((answer) => !answer.startsWith('HTTP/1.1 200')).map((answer) => `before: ${answer}`),
          ...after.filter((answer) => !answer.startsWith('HTTP/1.1 401')).map((answer) => `after: ${answer}`),
        ];
      } finally {
        await ring.close();
        await other.close();
      }
    },
  },
  {
    id: 'K02',
    input: 'a key that has expired',
    control: about,
    run: async (service) => {
      const ring = await openKeyRing({ dataFolder: service.dataFolder });
      const { key } = await ring.create({ account: 'a', name: 'expired', expiresAt: new Date(Date.now() - 1) });
      await ring.close();
      const answer = await list(service, `\r\nAuthorization: Bearer ${key}`);
      return answer.startsWith('HTTP/1.1 401') ? [] : [answer];
    },
  },
  // The log, and answers and PDFs besides these, are searched for keys after every row.
  {
    id: 'K03',
    input: 'a key in every place of requests that fail',
    control: about,
    run: async (service) => {
      const { a } = service.keys;
      const body = { parts: { html: '<p>', url: a }, options: { size: a }, metadata: { title: { a } } };
      const answers = await Promise.all([
        service.send('POST', '/api/v1/renderers/pdf', body),
        service.send('PATCH', `/api/v1/templates/${a}`, { template: { name: a } }),
        service.send('GET', `/api/v1/templates?after=${a}`),
        service.send('GET', `/${a}`),
      ]);
      const ends = [`\r\nIdempotency-Key: ${a}\r\nIdempotency-Key: ${a}`, `\r\n${a}: ${a}`, `\r\nAuthorization: ${a}`];
      const texts = await Promise.all(ends.map((end) => list(service, end)));
      return [...answers.map(({ text }) => text), ...texts]
        .filter((text) => text.includes(a))
        .map((text) => `holds it: ${text}`);
    },
  },
];
