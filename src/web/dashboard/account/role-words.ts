import type { Role } from '../../../contract/index.ts';

/** The roles with what they may do. */
export const roleOptions: readonly (readonly [Role, string])[] = [
  ['admin', 'admin: everything'],
  ['editor', 'editor: templates and renders'],
  ['viewer', 'viewer: looks and renders'],
];
