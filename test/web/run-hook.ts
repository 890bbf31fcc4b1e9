import { h, options, render } from 'preact';

/** Runs a hook in a component that shows nothing, and its effects at once. Ends with the component. */
export function runHook<Result>(hook: () => Result): { result: Result; end: () => void } {
  Object.assign(options, { requestAnimationFrame: (act: () => void) => act() });
  const parent = { nodeType: 1, childNodes: [], firstChild: null, namespaceURI: '' } as unknown as Element;
  let result: Result | undefined;
  const Component = () => {
    result = hook();
    return null;
  };
  render(h(Component, {}), parent);
  return { result: result as Result, end: () => render(null, parent) };
}
