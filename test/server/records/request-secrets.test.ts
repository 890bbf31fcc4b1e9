import { describe, expect, it } from 'vitest';
import type { RenderRequest } from '../../../src/contract/index.ts';
import {
  findSecrets,
  leaveOutSecrets,
  putBackSecrets,
  writeSecrets,
} from '../../../src/server/records/request-secrets.ts';

const encrypt = { user_password: '', owner_password: 'SECRET' };
const requests: [string, RenderRequest, object][] = [
  ['nothing', { parts: 'https://a.test' }, { parts: 'https://a.test' }],
  ['passwords of the PDF', { parts: { html: 'x' }, pdf: { encrypt } }, { parts: { html: 'x' }, pdf: { encrypt: {} } }],
  [
    'a destination',
    { parts: { html: 'x' }, destination: { put: 'https://b.test/SECRET', headers: { a: 'SECRET' } } },
    { parts: { html: 'x' } },
  ],
  [
    'how pages are requested',
    { parts: [{ url: 'https://a.test/', request: { cookies: { s: 'SECRET' }, user_agent: 'x' } }, 'https://b.test/'] },
    { parts: [{ url: 'https://a.test/' }, 'https://b.test/'] },
  ],
  ['the password of a URL', { parts: 'https://u:SECRET@a.test/b?c#d' }, { parts: 'https://a.test/b?c#d' }],
  ['the user of a URL', { parts: { url: 'http://SECRET@a.test/' } }, { parts: { url: 'http://a.test/' } }],
  [
    'the passwords of several URLs',
    { parts: ['https://SECRET:x@a.test', { html: 'x' }, { url: 'https://u:SECRET@b.test/', options: { scale: 2 } }] },
    { parts: ['https://a.test/', { html: 'x' }, { url: 'https://b.test/', options: { scale: 2 } }] },
  ],
];

describe('the secrets of a request', () => {
  it.each(requests)('are left out and put back: %s', (_, request, open) => {
    const before = structuredClone(request);
    const secrets = findSecrets(request);
    const rest = JSON.parse(JSON.stringify(leaveOutSecrets(request, secrets)));
    expect(rest).toEqual(open);
    expect(JSON.stringify(rest)).not.toContain('SECRET');
    expect(putBackSecrets(rest, writeSecrets(secrets))).toEqual(request);
    expect(request).toEqual(before);
  });

  it('stay hidden without their text', () => {
    expect(putBackSecrets({ parts: 'https://a.test' }, undefined)).toEqual({ parts: 'https://a.test' });
  });
});
