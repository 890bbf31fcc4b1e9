import type { ApiKey, Scope } from '../../../contract/index.ts';

/** A scope with a box in the dialog of a new key. Seals are written there: which ones there are is known to the operator. */
type BoxScope = Exclude<Scope, `seal:${string}`>;

/** What a scope lets a key do, and the hint of its box. */
export const scopeWords: Readonly<Record<BoxScope, { short: string; hint: string }>> = {
  render: { short: 'render', hint: 'Make PDFs, of templates too' },
  'templates:read': { short: 'read templates', hint: 'List and read them' },
  'templates:write': { short: 'change templates', hint: 'Make, change and delete them' },
  keys: { short: 'manage keys', hint: 'Make and retire keys: for your own automation alone' },
  webhooks: { short: 'manage webhooks', hint: 'Say where events are sent' },
};

/** The scopes of the seals that a line names, with blanks or commas between them. */
export function readSealScopes(line: string): Scope[] {
  const names = line.split(/[\s,]+/).filter((name) => name !== '');
  return [...new Set(names)].map((name): Scope => `seal:${name}`);
}

/** How a key is recognised. */
export function maskKey({ first, last }: ApiKey): string {
  return `${first}…${last}`;
}

/** What a key may do, in words. */
export function describeScopes({ scopes, templates, folder }: ApiKey): string {
  const words = scopes.map(describeScope).join(', ');
  const limits = [
    ...(templates === null ? [] : [templates.length === 1 ? 'one template' : `${templates.length} templates`]),
    ...(folder === null ? [] : [`the folder ${folder}`]),
  ];
  return limits.length === 0 ? words : `${words}; ${limits.join(', ')} only`;
}

function describeScope(scope: string): string {
  if (!scope.startsWith('seal:')) return scopeWords[scope as BoxScope].short;
  return scope === 'seal:*' ? 'sign with every seal' : `sign as ${scope.slice(5)}`;
}

/** Whether a key does not open anything any more. */
export function isKeyEnded({ expires_at, revoked_at }: ApiKey, now = Date.now()): boolean {
  return revoked_at !== null || (expires_at !== null && Date.parse(expires_at) <= now);
}
