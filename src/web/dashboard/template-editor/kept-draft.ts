// Unsaved work, kept in this browser so that it survives a reload and a sign-in that has run out.

/** Unsaved work on a template. */
interface KeptDraft {
  /** The version that it started from. */
  etag: string;
  content: string;
  context: string;
}

const prefix = 'platen-draft ';
const keyOf = (id: string) => prefix + id;

/**
 * The unsaved work on a template. None if it is what the service has `stored`: it was saved, and this browser was closed before it
 * could be forgotten.
 */
export function findDraft(id: string, stored: Omit<KeptDraft, 'etag'>): KeptDraft | undefined {
  const text = localStorage.getItem(keyOf(id));
  if (text === null) return undefined;
  const found: KeptDraft = JSON.parse(text);
  return found.content === stored.content && found.context === stored.context ? undefined : found;
}

/** Keeps unsaved work; undefined forgets it. A browser without room for it keeps what fits elsewhere: the page itself. */
export function keepDraft(id: string, draft: KeptDraft | undefined): void {
  try {
    if (draft) localStorage.setItem(keyOf(id), JSON.stringify(draft));
    else localStorage.removeItem(keyOf(id));
  } catch {
    localStorage.removeItem(keyOf(id));
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
