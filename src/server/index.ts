// The HTTP service: keys, routes, error answers, start and stop. Knows nothing of terminals, flags or settings.
export { type KeyRing, openKeyRing } from './keys.ts';
export { type RunningServer, type ServerOptions, startServer } from './start.ts';
