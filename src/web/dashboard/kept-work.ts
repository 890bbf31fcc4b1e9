import { countOf } from '../parts/format.ts';
import { countDrafts, forgetDrafts } from './template-editor/kept-draft.ts';
import { forgetThumbnails } from './templates/kept-thumbnails.ts';

/** Names whose work this browser keeps. */
const personKey = 'platen-person';

/** Goes on with what this browser keeps of a person; what it keeps of another is forgotten. */
export function takeKeptWork(person: string): void {
  if (localStorage.getItem(personKey) === person) return;
  void forgetKeptWork();
  localStorage.setItem(personKey, person);
}

/** Forgets what this browser keeps of templates, unsaved work and pictures: the next person may not see them. */
export function forgetKeptWork(): Promise<void> {
  localStorage.removeItem(personKey);
  forgetDrafts();
  return forgetThumbnails();
}

/** What is lost when it is forgotten, as a sentence; undefined if nothing is lost. */
export function describeLoss(): string | undefined {
  const drafts = countDrafts();
  return drafts === 0 ? undefined : `Unsaved work on ${countOf(drafts, 'template')} is discarded.`;
}
