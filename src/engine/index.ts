// The engine: parts in, one PDF out. Owns Chromium and what it may reach. Knows neither HTTP nor the command line.

export { defaultConcurrency } from '../folders/index.ts';
export { findBrowser } from './browser/find-browser.ts';
export { type InstalledBrowser, installBrowser } from './browser/install-browser.ts';
export { preparePrivateFolders } from './browser/private-folders.ts';
export { type SandboxReport, testSandbox } from './browser/sandbox-test.ts';
export { type StartOptions, startBrowser } from './browser/start-browser.ts';
export { type EgressLevel, type EgressPolicy, readAllowList } from './egress/egress-policy.ts';
export type { OutsideFailure, OutsideOutcome, OutsideRequest } from './egress/outside-request.ts';
export { openEngine } from './engine.ts';
export { EngineError } from './engine-error.ts';
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
export { fontAdvice } from './fonts/packed-fonts.ts';
export { openMarkdownExtractor, openMarkdownRenderer } from './markdown/markdown-renderer.ts';
export type { DrawnImage } from './pictures/draw-job.ts';
export { dress } from './render/dress.ts';
export { loadPartTemplate } from './render/load-template.ts';
export type { PartialTag } from './template/find-partials.ts';
export { openTemplateRenderer, type TemplateRenderer } from './template/template-renderer.ts';
export { readUnpackMs } from './unpack-clock.ts';
export { compileValuesSchema, type ValuesCheck } from './values/compile-values.ts';
export type { ValueFault } from './values/describe-fault.ts';
export { nameTypes } from './values/name-types.ts';
export type { CheckedValues } from './values/schema-checker.ts';
