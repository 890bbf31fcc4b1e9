import type { ApiKey, KeyCreation, KeyRotation, NewApiKey } from '../../../contract/index.ts';
import { call } from '../../api.ts';

/** The keys of the account, newest first. */
export async function listKeys(signal: AbortSignal): Promise<ApiKey[]> {
  const { data } = await call<{ data: ApiKey[] }>('GET', '/api/v1/keys', { signal });
  return data.reverse();
}

/** Makes a key. Its text is in the answer this once. */
export async function createKey(key: KeyCreation): Promise<NewApiKey> {
  return (await call<{ data: NewApiKey }>('POST', '/api/v1/keys', { body: { key } })).data;
}

/** Replaces a key; the old one stays valid for a while. */
export async function replaceKey(id: string, rotation: KeyRotation): Promise<NewApiKey> {
  return (await call<{ data: NewApiKey }>('POST', '/api/v1/keys/{id}/rotate', { id, body: { rotation } })).data;
}

/** Ends a key at once. */
export async function retireKey(id: string): Promise<void> {
  await call('DELETE', '/api/v1/keys/{id}', { id });
}
