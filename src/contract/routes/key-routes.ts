import {
  keyCreationSchema,
  keyListAnswerSchema,
  keyListQuerySchema,
  keyRotationAnswerSchema,
  keyRotationSchema,
  newKeyAnswerSchema,
} from '../key-schema.ts';
import { bodyErrors, type Route } from './route.ts';

/** API keys. */
export const keyRoutes = {
  listKeys: {
    method: 'GET',
    path: '/api/v1/keys',
    summary: 'List API keys',
    description: 'Returns name, scopes, expiry and last use of each key. Needs the scope keys.',
    scope: 'keys',
    query: keyListQuerySchema,
    success: { status: 200, schema: keyListAnswerSchema },
    errors: ['invalid_request'],
  },
  createKey: {
    method: 'POST',
    path: '/api/v1/keys',
    summary: 'Create an API key; the key is shown once',
    description:
      'Creates a key with at most the scopes and templates of the calling key, which expires no later. Needs the scope keys.',
    scope: 'keys',
    body: keyCreationSchema,
    success: { status: 201, schema: newKeyAnswerSchema },
    errors: [...bodyErrors, 'storage_full'],
  },
  rotateKey: {
    method: 'POST',
    path: '/api/v1/keys/{id}/rotate',
    summary: 'Rotate an API key; the old one stays valid for a time you choose',
    description:
      'Creates a new key with the same rights. The old key expires after overlap_seconds. Needs the scope keys.',
    scope: 'keys',
    body: keyRotationSchema,
    success: { status: 201, schema: keyRotationAnswerSchema },
    errors: [...bodyErrors, 'not_found', 'storage_full'],
  },
  deleteKey: {
    method: 'DELETE',
    path: '/api/v1/keys/{id}',
    summary: 'Revoke an API key',
    description: 'Revokes a key immediately. Needs the scope keys.',
    scope: 'keys',
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'not_found', 'storage_full'],
  },
} as const satisfies Record<string, Route>;
