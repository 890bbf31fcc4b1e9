import { expect, it } from 'vitest';
import { readStoredRequest, writeStoredRequest } from '../../../src/store/jobs/stored-request.ts';
import { openSecretBox } from '../../../src/store/secrets/secret-box.ts';

const box = openSecretBox(['11'.repeat(32)], undefined);
const owner = { kind: 'render', account: 'a', id: '1' } as const;
const request = '{"a":\n1}';

it('a request without secrets is stored as it is', () => {
  expect(writeStoredRequest(box, owner, { request })).toBe(request);
  const read = readStoredRequest(box, owner, request);
  expect([read.request, read.openSecrets()]).toEqual([request, undefined]);
});

it('secrets are sealed before the request, and open for its owner alone', () => {
  const text = writeStoredRequest(box, owner, { request, secrets: 'pässword\n' });
  expect(text).not.toContain('pässword');
  const read = readStoredRequest(box, owner, text);
  expect([read.request, read.openSecrets()]).toEqual([request, 'pässword\n']);
  expect(readStoredRequest(box, { ...owner, id: '2' }, text).openSecrets).toThrow('the secrets of render 2');
});
