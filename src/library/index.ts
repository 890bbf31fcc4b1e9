// Renders inside the program that imports it, without a service: what the package `platen` exports.
export * from '../client/public.ts';
export type {
  FilePart,
  LocalImageRequest,
  LocalPart,
  LocalRequest,
  Platen,
  TemplateFolderPart,
  TemplateTextPart,
} from './local-request.ts';
export { openPlaten } from './open-platen.ts';
export type { PlatenOptions, SealFiles } from './platen-options.ts';
