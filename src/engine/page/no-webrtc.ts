/**
 * Runs in every document before its own scripts (DevTools method Page.addScriptToEvaluateOnNewDocument), in the first empty
 * document of each frame too. Takes WebRTC away: no switch does, and a connection of it opens UDP sockets beside the egress
 * proxy that stay open in the browser. Workers have none.
 */
export const removeWebRtc =
  'for (const name of Object.getOwnPropertyNames(globalThis)) if (/^(webkit)?RTC/.test(name)) delete globalThis[name];';
