import type { FromSchema } from 'json-schema-to-ts';
import { limits } from '../limits.ts';
import { answerOf, closed, exactly, time, whole } from '../schema-shapes.ts';

const path = {
  type: 'string',
  format: 'asset-path',
  minLength: 1,
  maxLength: 300,
  description:
    'The path that templates name the file by, such as "assets/logo.svg". Files of the account are below assets/, partials/ or layouts/.',
  examples: ['assets/logo.svg'],
} as const;

const template = {
  type: 'string',
  format: 'uuid',
  description: 'The id of the template that the file is for. Default: all templates of the account.',
} as const;

const assetFields = {
  path: { type: 'string', description: 'The path that templates name the file by.', examples: ['assets/logo.svg'] },
  template: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The id of the template that the file is for; null for the account.',
  },
  type: { type: 'string', description: 'The media type.', examples: ['image/svg+xml'] },
  size: { type: 'integer', description: 'Bytes of the file.' },
  sha256: { type: 'string', description: 'SHA-256 of the file, in hexadecimal.' },
  updated_at: { ...time, description: 'When it was stored, ISO 8601 in UTC.' },
  updated_by: { type: ['string', 'null'], description: 'Who stored it; null if unknown.' },
} as const;

const assetSchema = {
  title: 'Asset',
  description: 'A file that templates use: an image, a font, a style sheet.',
  ...whole(assetFields),
} as const;

/** The query of a list of assets. */
export const assetListQuerySchema = { ...closed, properties: { template } } as const;

/** The query that names an asset. */
export const assetQuerySchema = { ...closed, required: ['path'], properties: { path, template } } as const;

/** The query that deletes one. Its values arrive as text. */
export const assetDeletionQuerySchema = {
  ...closed,
  required: ['path'],
  properties: {
    path,
    template,
    force: {
      type: 'string',
      enum: ['true', 'false'],
      'x-sent-as': { type: 'boolean', default: false },
      description: 'Delete it although templates use it. Default false.',
    },
  },
} as const;

/** The query that deletes a template. Its values arrive as text. */
export const templateDeletionQuerySchema = {
  ...closed,
  properties: {
    force: {
      ...assetDeletionQuerySchema.properties.force,
      description: 'Delete a partial or layout although templates use it. Default false.',
    },
  },
} as const;

/** The body that stores an asset. */
export const assetSettingSchema = {
  title: 'AssetSetting',
  ...exactly({
    asset: {
      ...closed,
      required: ['path', 'type', 'base64'],
      properties: {
        path,
        template,
        type: {
          type: 'string',
          pattern: '^(image|font|text/css|application/font)[\\w.+/;= -]{0,100}$',
          'x-pattern-words': 'the media type of an image, a font or a style sheet',
          description: 'The media type: of an image, a font or a style sheet.',
          examples: ['image/svg+xml'],
        },
        base64: {
          type: 'string',
          format: 'base64',
          contentEncoding: 'base64',
          maxLength: Math.ceil(limits.asset / 3) * 4,
          description: 'The bytes of the file, at most 10 MiB.',
        },
      },
    },
  }),
} as const;

/** `{"data": [asset]}`: by path, those of the account first. */
export const assetListAnswerSchema = answerOf({ type: 'array', items: assetSchema });
/** `{"data": asset}`. */
export const assetAnswerSchema = answerOf(assetSchema);
/** `{"data": asset}` with its bytes. */
export const assetContentAnswerSchema = answerOf({
  title: 'AssetContent',
  ...whole({ ...assetFields, base64: { type: 'string', description: 'The bytes of the file.' } }),
});

/** An asset without its bytes, as it travels. */
export type Asset = FromSchema<typeof assetSchema>;
/** What the storing of an asset takes. */
export type NewAsset = FromSchema<typeof assetSettingSchema>['asset'];

/** The query that chooses whose files to read. Values of queries arrive as text. */
export const templateFilesQuerySchema = {
  ...closed,
  properties: {
    revision: {
      type: 'string',
      pattern: '^[1-9][0-9]{0,14}$',
      'x-pattern-words': 'the number of a revision, from 1',
      'x-sent-as': { type: 'integer', minimum: 1 },
      description: 'The revision. Default: the one with the label "live", or the newest.',
    },
  },
} as const;

/** `{"data": files}`: what a render of a template uses. */
export const templateFilesAnswerSchema = answerOf({
  title: 'TemplateFiles',
  ...whole({
    revision: { type: 'integer', description: 'The revision that uses them.' },
    partials: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The texts of partials and layouts, by the names in the tags.',
    },
    assets: {
      type: 'array',
      items: whole({
        path: { type: 'string', description: 'The path that the template names the file by.' },
        type: { type: 'string', description: 'The media type.' },
        base64: { type: 'string', description: 'The bytes of the file.' },
      }),
      description: 'The files.',
    },
  }),
});

/** What a render of a template uses, as it travels. */
export type TemplateFileSet = FromSchema<typeof templateFilesAnswerSchema>['data'];
