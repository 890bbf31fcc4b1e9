import type { Settings } from '../settings/index.ts';

/** The name of the service for people: its address, and the profile in use. */
export function nameService(settings: Settings): string {
  const profile = settings.get('profile');
  const name = settings.get('base_url') ?? 'your own store';
  return profile === null ? name : `${name} (profile ${profile})`;
}
