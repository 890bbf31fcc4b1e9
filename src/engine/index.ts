// The engine: parts in, one PDF out. Owns Chromium and what it may reach. Knows neither HTTP nor the command line.

export type { OutsideFailure, OutsideOutcome, OutsideRequest } from '../browser/index.ts';
export {
  type EgressLevel,
  type EgressPolicy,
  findBrowser,
  fontAdvice,
  type InstalledBrowser,
  installBrowser,
  preparePrivateFolders,
  readAllowList,
  readUnpackMs,
  type SandboxReport,
  type StartOptions,
  startBrowser,
  testSandbox,
} from '../browser/index.ts';
export { EngineError } from '../children/index.ts';
export { defaultConcurrency } from '../folders/index.ts';
export type { CheckedValues, PartialTag, ValueFault } from '../markup/index.ts';
export {
  compileValuesSchema,
  loadMarkdown,
  loadTemplates,
  nameTypes,
  type TemplateRenderer,
  type ValuesCheck,
} from '../markup/index.ts';
export { openEngine } from './engine.ts';
export type {
  DrawContext,
  EndedStage,
  Engine,
  EngineOptions,
  EngineStatus,
  RenderContext,
  RenderResult,
  TemplateSource,
} from './engine-options.ts';
export type { DrawnImage } from './pictures/draw-job.ts';
export { dress } from './render/dress.ts';
export { loadPartTemplate } from './render/load-template.ts';
