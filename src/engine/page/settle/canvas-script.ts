/** Attribute of a canvas that asked for WebGL in vain, and shows nothing. */
export const unlitMark = 'data-platen-unlit';

/**
 * Runs in every document before its own scripts, as `clockScript` does. The browser has no WebGL: marks each canvas that asks for it,
 * until it gets a context of another kind.
 */
export const canvasScript = `(() => {
  const { apply } = Reflect;
  const { setAttribute, removeAttribute } = Element.prototype;
  const owner = HTMLCanvasElement.prototype;
  owner.getContext = new Proxy(owner.getContext, {
    apply: (target, self, args) => {
      const context = apply(target, self, args);
      if (context !== null) apply(removeAttribute, self, ['${unlitMark}']);
      else if (/webgl/.test(typeof args[0] === 'string' ? args[0] : '')) apply(setAttribute, self, ['${unlitMark}', '']);
      return context;
    },
  });
})()`;
