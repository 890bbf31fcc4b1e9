// Unsaved work, kept in this browser so that it survives a reload and a sign-in that has run out.

import type { DraftTexts } from './draft-merge.ts';

/** Unsaved work on a template. */
interface KeptDraft extends DraftTexts {
  /** The version that it started from. */
  etag: string;
  /** The texts of that version; undefined if this browser had no room for them. */
  base?: DraftTexts | undefined;
}

const prefix = 'platen-draft ';
const keyOf = (id: string) => prefix + id;

/**
 * The unsaved work on a template. None if it is what the service has `stored`: it was saved, and this browser was closed before it
 * could be forgotten.
 */
export function findDraft(id: string, stored: DraftTexts): KeptDraft | undefined {
  const text = localStorage.getItem(keyOf(id));
  if (text === null) return undefined;
  const found: KeptDraft = JSON.parse(text);
  return found.content === stored.content && found.context === stored.context ? undefined : found;
}

/**
 * Keeps unsaved work; undefined forgets it. A browser without room for it keeps it without its base, and one without room for that keeps
 * what fits elsewhere: the page itself.
 */
export function keepDraft(id: string, draft: KeptDraft | undefined): void {
  const isKept = draft !== undefined && [draft, { ...draft, base: undefined }].some((one) => tryToKeep(keyOf(id), one));
  if (!isKept) localStorage.removeItem(keyOf(id));
}

function tryToKeep(key: string, draft: KeptDraft): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

/** How many templates have unsaved work in this browser. */
export function countDrafts(): number {
  return listKeys().length;
}

/** Forgets all of it. */
export function forgetDrafts(): void {
  for (const key of listKeys()) localStorage.removeItem(key);
}

function listKeys(): string[] {
  return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
}
