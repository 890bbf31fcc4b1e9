/**
 * The program `removeWebRtc`: runs in every document before its own scripts, in the page's own world and in the first empty document of
 * each frame too. Removes WebRTC: no switch of the browser does, and its connections open UDP sockets that bypass the egress proxy and stay
 * open in the browser. Workers have no WebRTC.
 */
export default function removeWebRtc(): void {
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    if (/^(webkit)?RTC/.test(name)) Reflect.deleteProperty(globalThis, name);
  }
}
