import type { Settings } from '../settings/index.ts';

/** The service that a command works on, for people: its address, and the profile where one is in use. */
export function nameService(settings: Settings): string {
  const profile = settings.get('profile');
  const name = settings.get('base_url') ?? 'your own store';
  return profile === null ? name : `${name} (profile ${profile})`;
}
