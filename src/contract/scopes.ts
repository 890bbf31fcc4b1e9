/**
 * What a key may do. `keys` is the scope of those that make and retire keys, `webhooks` of those that say where events are sent; no key
 * has either unless it was asked for.
 */
export const scopes = ['render', 'templates:read', 'templates:write', 'keys', 'webhooks'] as const;

/** A word for what a key may do. */
export type Scope = (typeof scopes)[number];

/** What a key may do if it was created without scopes. */
export const defaultScopes: readonly Scope[] = ['render', 'templates:read', 'templates:write'];

/** What a person may be in an account. */
export const roles = ['admin', 'editor', 'viewer'] as const;

/** A word for what a person may do in an account. */
export type Role = (typeof roles)[number];

/** What a person of this role may do with the operations that keys are for. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  admin: scopes,
  editor: defaultScopes,
  viewer: ['render', 'templates:read'],
};
