import { doc, dom } from '../dom/dom.ts';

/** Whether the document shows a field for a password. */
export function showsPasswordField(): boolean {
  return [...doc.querySelectorAll('input[type="password" i]')].some((field) => dom(field).checkVisibility());
}
