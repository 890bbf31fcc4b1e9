import { h, options, render } from 'preact';

/** Runs a hook in a component that shows nothing, and its effects at once. `result` is that of its last run. */
export function runHook<Result>(hook: () => Result): { readonly result: Result; end: () => void } {
  Object.assign(options, { requestAnimationFrame: (act: () => void) => act() });
  const parent = { nodeType: 1, childNodes: [], firstChild: null, namespaceURI: '' } as unknown as Element;
  let result: Result | undefined;
  const Component = () => {
    result = hook();
    return null;
  };
  render(h(Component, {}), parent);
  return {
    get result() {
      return result as Result;
    },
    end: () => render(null, parent),
  };
}
