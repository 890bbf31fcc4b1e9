/** What a launch depends on. */
export interface SwitchOptions {
  /** The private folder of this one browser. */
  profile: string;
  sandbox: boolean;
  /** Whether /dev/shm is too small to be used. */
  smallSharedMemory: boolean;
}

/**
 * The whole command line of the browser. Lists made by others are never taken over: some hold `--no-sandbox` or switch off
 * the same-origin rule.
 */
export function buildSwitches(options: SwitchOptions): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    ...egressBelts,
    ...quietness,
    ...printing,
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
  ];
}

/**
 * Belts around the egress proxy that each context brings along: whatever belongs to no context meets a closed port, no
 * address is dialled past the proxy (loopback and link-local otherwise are), no name is resolved here, and neither QUIC
 * nor WebRTC sends a datagram.
 */
const egressBelts = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1',
  '--disable-quic',
  // The first is read by the headless shell only, the second by the full browser only.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * Nothing that a browser with a user does by itself: no first-run pages, updates, sync, reports, stored passwords, and none
 * of the experiments that an unbranded build takes part in. With
 * RenderDocument a navigation changes the frame's host, and events of its first resources are lost to DevTools.
 */
const quietness = [
  // No first window, whose page costs a process that nobody uses, and no databases of a default context.
  '--no-startup-window',
  '--incognito',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-field-trial-config',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--no-pings',
  '--metrics-recording-only',
  '--password-store=basic',
  '--use-mock-keychain',
  '--mute-audio',
  '--disable-notifications',
  '--disable-features=Translate,OptimizationHints,MediaRouter,WebRtcHideLocalIpsWithMdns,DialMediaRouteProvider,BackForwardCache,RenderDocument',
];

/**
 * What printing needs and no more: no graphics card and no emulation of one, the same colours and glyph shapes on every
 * machine, a fixed language, no throttling of a page because another one is in front, and no image or frame left out
 * because it is far down. (Making lazy images eager later is no way: printing then waits two seconds for nothing.)
 */
const printing = [
  // What is seen of a page; what it is laid out for is set with each document.
  '--window-size=1,1',
  '--disable-gpu',
  '--disable-software-rasterizer',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  '--disable-lazy-loading',
  '--lang=en-US',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  // Of each context: a page that is used again keeps its process, the dearest part of it. Contexts never share one.
  '--renderer-process-limit=1',
];
