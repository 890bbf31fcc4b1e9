import type { FromSchema } from 'json-schema-to-ts';
import { sealNamePattern } from './fields/sign-schema.ts';
import { limits } from './limits.ts';
import { answerOf, closed, exactly, id, pageOf, pageQuery, time, timeOrNull, whole } from './schema-shapes.ts';
import { templateFolderSchema } from './templates/property-schema.ts';

/**
 * What a key may do. `keys` is the scope of those that make and retire keys, `webhooks` of those that say where events are sent; no key
 * has either unless it was asked for.
 */
export const scopes = ['render', 'templates:read', 'templates:write', 'keys', 'webhooks'] as const;

/** A word for what a key may do. `seal:<name>` lets it sign with a seal, `seal:*` with every seal. */
export type Scope = (typeof scopes)[number] | `seal:${string}`;

/** The scope of those that may sign with every seal. */
export const everySeal = 'seal:*';

const scopePattern = `^(${scopes.join('|')}|seal:(\\*|${sealNamePattern}))$`;
const scopeWords = `one of ${scopes.join(', ')}, seal:<name> and ${everySeal}`;

/** Whether a word is a scope. */
export function isScope(word: string): word is Scope {
  return new RegExp(scopePattern).test(word);
}

/** What a key may do if it was created without scopes. */
export const defaultScopes: readonly Scope[] = ['render', 'templates:read', 'templates:write'];

/** What a person may be in an account. */
export const roles = ['admin', 'editor', 'viewer'] as const;

/** A word for what a person may do in an account. */
export type Role = (typeof roles)[number];

/** What a person of this role may do with the operations that keys are for. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  admin: [...scopes, everySeal],
  editor: defaultScopes,
  viewer: ['render', 'templates:read'],
};

const scopeItem = { type: 'string', pattern: scopePattern, 'x-pattern-words': scopeWords } as const;
const scopeList = { type: 'array', minItems: 1, uniqueItems: true, items: scopeItem } as const;
const templateIds = {
  type: 'array',
  minItems: 1,
  maxItems: limits.keyTemplates,
  uniqueItems: true,
  items: { type: 'string', format: 'uuid' },
} as const;

const keyFields = {
  id,
  name: { type: 'string', description: 'What the key is called.' },
  first: { type: 'string', description: 'The first characters of the key, such as "platen_Ab12".' },
  last: { type: 'string', description: 'The last four characters of the key.' },
  scopes: { type: 'array', items: scopeItem, description: 'What the key may do.' },
  templates: {
    type: ['array', 'null'],
    items: { type: 'string', format: 'uuid' },
    description: 'The only templates that the key is for; null for no such limit.',
  },
  folder: {
    type: ['string', 'null'],
    description:
      'The folder whose templates, and those of the folders below it, are the only ones that the key is for; null for no such limit.',
  },
  created_by: { type: ['string', 'null'], description: 'Who created it; null if unknown.' },
  created_at: { ...time, description: 'When it was made, ISO 8601 in UTC.' },
  expires_at: { ...timeOrNull, description: 'When it ends by itself; null for never.' },
  last_used_at: { ...timeOrNull, description: 'Its last use, up to a minute late; null for never.' },
  revoked_at: { ...timeOrNull, description: 'When it was retired; null while it is not.' },
} as const;

const keySchema = {
  title: 'ApiKey',
  description: 'An API key without its text.',
  ...whole(keyFields),
} as const;

const newKeySchema = {
  title: 'NewApiKey',
  description: 'A new API key with its text, which is shown only once.',
  ...whole({ ...keyFields, key: { type: 'string', description: 'The text of the key.' } }),
} as const;

const expiresAt = {
  ...timeOrNull,
  description:
    'When the key ends by itself, in the future; null for never. Default never. No later than the end of the key that makes it.',
} as const;

/** The body that makes a key. Defaults: the scopes of `defaultScopes`, all templates, no end. */
export const keyCreationSchema = {
  title: 'KeyCreation',
  ...exactly({
    key: {
      ...closed,
      required: ['name'],
      properties: {
        name: {
          type: 'string',
          format: 'plain-text',
          minLength: 1,
          maxLength: limits.keyName,
          description: 'What the key is called.',
        },
        scopes: {
          ...scopeList,
          description:
            'Default: "render", "templates:read" and "templates:write". "seal:<name>" is for signing with a seal. Only scopes that the caller has.',
        },
        templates: { ...templateIds, description: 'The only templates that the key is for. Default: all.' },
        folder: {
          ...templateFolderSchema,
          description:
            'The folder whose templates, and those of the folders below it, are the only ones that the key is for. Default: all.',
        },
        expires_at: expiresAt,
      },
    },
  }),
} as const;

/** The body that rotates a key. */
export const keyRotationSchema = {
  title: 'KeyRotation',
  ...exactly({
    rotation: {
      ...closed,
      properties: {
        overlap_seconds: {
          type: 'integer',
          minimum: 0,
          maximum: limits.keyOverlapSeconds,
          description: 'Seconds for which the old key stays valid. Default 86400 (one day); 0 revokes it immediately.',
        },
        expires_at: {
          ...expiresAt,
          description:
            'When the new key ends. Default: it lives as long as the old one was made for. No later than the end of the key that rotates it.',
        },
      },
    },
  }),
} as const;

/** `{"data": key}` of a new key. */
export const newKeyAnswerSchema = answerOf(newKeySchema);

/** `{"data": key, "old": key}`: the new key, and the old one with its end. */
export const keyRotationAnswerSchema = whole({ data: newKeySchema, old: keySchema });

const { limit, after } = pageQuery('Keys');

/** The query of a list. Its values arrive as text. */
export const keyListQuerySchema = {
  ...closed,
  properties: {
    limit: {
      ...limit,
      'x-sent-as': { type: 'integer', minimum: 1, maximum: 100 },
      description: 'Keys on a page, 1 to 100. Default all of them.',
    },
    after,
  },
} as const;

/** A page of the keys of the account, oldest first, expired ones included. */
export const keyListAnswerSchema = pageOf(keySchema);

/** Seconds for which a rotated key holds by default. */
export const defaultOverlapSeconds = 86_400;

/** An API key as it travels, without its text. */
export type ApiKey = FromSchema<typeof keySchema>;
/** A new API key with its text. */
export type NewApiKey = FromSchema<typeof newKeySchema>;
/** What the creation of a key takes. */
export type KeyCreation = FromSchema<typeof keyCreationSchema>['key'];
/** What a rotation of a key takes. */
export type KeyRotation = FromSchema<typeof keyRotationSchema>['rotation'];
