// The program `start`: runs in every document before its own scripts, in the page's own world (DevTools method
// Page.addScriptToEvaluateOnNewDocument).

import { nameSeeEvent, webglMark } from './names.ts';
import { replaceClock } from './settle/clock.ts';
import { noteWatching } from './settle/seen.ts';

/** Prepares a document for scripts that draw. `stepEvent` is the event that moves its clock on. */
export default function start(stepEvent: string): void {
  replaceClock(stepEvent);
  noteWatching(nameSeeEvent(stepEvent));
  markWebgl();
}

/** The browser has no WebGL: marks each canvas that asks for it, until it gets a context of another kind. */
function markWebgl(): void {
  const { apply } = Reflect;
  const setAttribute = Element.prototype.setAttribute;
  const removeAttribute = Element.prototype.removeAttribute;
  const owner = HTMLCanvasElement.prototype;
  owner.getContext = new Proxy(owner.getContext, {
    apply: (target, self, args) => {
      const context = apply(target, self, args);
      if (context !== null) apply(removeAttribute, self, [webglMark]);
      else if (/webgl/.test(typeof args[0] === 'string' ? args[0] : '')) apply(setAttribute, self, [webglMark, '']);
      return context;
    },
  });
}
