// The HTTP service: keys, routes, error answers, start and stop. It knows no terminal, no flag and no setting.

export {
  compileValuesSchema,
  dress,
  fontAdvice,
  type InstalledBrowser,
  installBrowser,
  loadMarkdown,
  loadTemplates,
  type PartialTag,
  readAllowList,
  type TemplateRenderer,
  type ValueFault,
  type ValuesCheck,
} from '../engine/index.ts';
export { backUpStore, defaultPostgresLimits, restoreStore } from '../store/index.ts';
export type { EmbeddedAnswer, EmbeddedRequest } from './answer-embedded.ts';
export { type AccountRing, openAccountRing } from './dashboard/account-ring.ts';
export {
  type EmbeddedOptions,
  type EmbeddedService,
  type ExpectedRenders,
  loadRenderCheck,
  openEmbeddedService,
} from './embedded.ts';
export { guardProcess } from './guard-process.ts';
export { type KeyRing, openKeyRing } from './keys/key-ring.ts';
export { boundYoungSpace } from './limits/young-space.ts';
export { type RunningServer, type ServerOptions, startServer } from './start-server.ts';
