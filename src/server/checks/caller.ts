import {
  everySeal,
  type RenderRequest,
  type Role,
  readChosenTemplate,
  type Scope,
  scopes,
} from '../../contract/index.ts';
import type { TemplateReach } from '../../store/index.ts';
import { RequestError } from '../answers/problems.ts';

/** Whose request it is, and what it may do. */
export interface Caller {
  account: string;
  /** What its requests are counted by: the id of the API key, or of the person after `user:`. */
  keyId: string;
  /** The name of the key, or the email address of the person: for logs of what was done. */
  by: string;
  scopes: readonly Scope[];
  /** What a person is in the account. Undefined for a key. */
  role?: Role | undefined;
  /** The ids of the only templates that it may use; null for all. */
  templates: readonly string[] | null;
  /** The folder whose templates, and those of the folders below it, are the only ones that it may use; null for all. */
  folder: string | null;
  /** When the key ends. Undefined for one that has no end, and for people. */
  expiresAt?: Date | undefined;
}

/** Who calls a service inside a command: the operator, who may do everything. */
export function localCaller(account: string): Caller {
  return {
    account,
    keyId: 'local',
    by: 'the command line',
    scopes: [...scopes, everySeal],
    templates: null,
    folder: null,
  };
}

/** Throws `forbidden`, naming the scope, unless the caller has it. */
export function requireScope(caller: Caller, scope: Scope): void {
  if (caller.scopes.includes(scope)) return;
  if (scope.startsWith('seal:') && caller.scopes.includes(everySeal)) return;
  const has = caller.scopes.join(', ');
  throw new RequestError('forbidden', `this needs the scope "${scope}"; ${caller.by} has ${has === '' ? 'none' : has}`);
}

/** Throws `forbidden`, naming the scope, if a request is to be signed with a seal that the caller may not use. */
export function requireSeal(caller: Caller, { pdf }: Pick<RenderRequest, 'pdf'>): void {
  if (pdf?.sign) requireScope(caller, `seal:${pdf.sign.seal}`);
}

/** Whether a caller may use some templates of the account alone. */
export function isLimited({ templates, folder }: Caller): boolean {
  return templates !== null || folder !== null;
}

/** The templates that a caller may use: statements on templates have it as a condition. */
export function reachOf({ account, templates, folder }: Caller): TemplateReach {
  return { account, ids: templates, folder };
}

/** Throws `forbidden` unless the caller may put templates into this folder. */
export function requireFolder({ folder }: Caller, wanted: string): void {
  if (folder === null || isBelowFolder(wanted, folder)) return;
  const shown = wanted === '' ? 'no folder' : `the folder "${wanted}"`;
  throw new RequestError('forbidden', `this API key is for the folder "${folder}", and ${shown} is outside of it`);
}

/** Whether a folder is another one or below it. */
export function isBelowFolder(folder: string, top: string): boolean {
  return `${folder}/`.startsWith(`${top}/`);
}

/**
 * Throws `forbidden` unless the caller may use the template with this id. A limit to a folder is checked by the store. Says nothing
 * about whether there is such a template.
 */
export function requireTemplate({ templates }: Caller, id: string): void {
  if (templates === null || templates.includes(id.toLowerCase())) return;
  throw new RequestError('forbidden', `this API key is for certain templates only, and ${id} is not one of them`);
}

/** Throws `forbidden` if the caller is limited to templates and a part is anything else. */
export function requireParts(caller: Caller, parts: RenderRequest['parts']): void {
  if (!isLimited(caller)) return;
  for (const [index, part] of [parts].flat().entries()) {
    if (typeof part === 'string' || part.template === undefined) {
      const place = Array.isArray(parts) ? `part ${index}` : 'the part';
      throw new RequestError(
        'forbidden',
        `this API key renders certain templates only, and ${place} is not a template`,
      );
    }
    // Slugs are looked up among the templates that the caller may use.
    const { id } = readChosenTemplate(part.template);
    if (id !== undefined) requireTemplate(caller, id);
  }
}
