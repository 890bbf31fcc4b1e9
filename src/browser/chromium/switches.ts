/** Options of the command line. */
interface SwitchOptions {
  /** The private folder of this one browser. */
  profile: string;
  sandbox: boolean;
  /** Whether /dev/shm is too small to be used. */
  smallSharedMemory: boolean;
  /** Whether pages have WebGL, which the processor draws. */
  webgl: boolean;
  /** The SHA-256 in base64 of the key of platen's own end of TLS, if it has one. */
  trustedKey: string | undefined;
}

/**
 * Builds the whole command line of the browser. Do not copy lists from elsewhere: some hold `--no-sandbox` or switch off the
 * same-origin policy.
 */
export function buildSwitches(options: SwitchOptions): string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${options.profile}`,
    ...egressSafeguards,
    ...quietness,
    ...printing,
    ...(options.webgl ? softwareWebgl : noGraphics),
    ...(options.sandbox ? [] : ['--no-sandbox']),
    // Only the proxy has this key. It verifies the hosts that it shows it for.
    ...(options.trustedKey ? [`--ignore-certificate-errors-spki-list=${options.trustedKey}`] : []),
    ...(options.smallSharedMemory ? ['--disable-dev-shm-usage'] : []),
  ];
}

/**
 * Safeguards in addition to the egress proxy of each context. A request without a context meets a closed port. No address is dialled
 * past the proxy, as loopback and link-local would be. The browser resolves no name, and neither QUIC nor WebRTC sends a
 * datagram.
 */
const egressSafeguards = [
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND,EXCLUDE 127.0.0.1',
  '--disable-quic',
  // The first is read by the headless shell only, the second by the full browser only.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
];

/**
 * Switches off what a browser with a user does by itself: first-run pages, updates, sync, reports, stored passwords, field
 * trials. With RenderDocument a navigation changes the frame's host, and DevTools loses events of its first resources.
 */
const quietness = [
  // Spares the first window, which costs a process, and the databases of the default context.
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
 * Settings for printing: the same colours and glyph shapes on every machine, a fixed language, no throttling of pages in the background, and no
 * lazy loading. (Making lazy images eager later does not help: printing then waits two seconds for nothing.)
 */
const printing = [
  // The size on screen. Each document sets the size of its layout.
  '--window-size=1,1',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  '--disable-lazy-loading',
  '--lang=en-US',
  '--accept-lang=en-US',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  // Per context, so that a page used again keeps its process. Contexts never share one.
  '--renderer-process-limit=1',
];

/** No graphics card and no emulation of one. */
const noGraphics = ['--disable-gpu', '--disable-software-rasterizer'];

/** WebGL by SwiftShader, which compiles the shaders of pages in the GPU process: only if the operator allows it. */
const softwareWebgl = ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
