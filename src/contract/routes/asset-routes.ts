import {
  assetAnswerSchema,
  assetContentAnswerSchema,
  assetDeletionQuerySchema,
  assetListAnswerSchema,
  assetListQuerySchema,
  assetQuerySchema,
  assetSettingSchema,
  templateFilesAnswerSchema,
  templateFilesQuerySchema,
} from '../templates/asset-schema.ts';
import { bodyErrors, type Route } from './route.ts';

/** Files that templates use. */
export const assetRoutes = {
  getTemplateFiles: {
    method: 'GET',
    path: '/api/v1/templates/{id}/files',
    summary: 'Get the partials, layouts and assets of a template',
    description:
      'Returns what a render of the template uses: of a named or live revision what it pins, else what is stored now.',
    scope: 'templates:read',
    query: templateFilesQuerySchema,
    success: { status: 200, schema: templateFilesAnswerSchema },
    errors: ['invalid_request', 'template_not_found', 'revision_not_found', 'not_found'],
  },
  listAssets: {
    method: 'GET',
    path: '/api/v1/assets',
    summary: 'List assets',
    description:
      'Returns the files of the account and of its templates, or those of one template, without their bytes.',
    scope: 'templates:read',
    query: assetListQuerySchema,
    success: { status: 200, schema: assetListAnswerSchema },
    errors: ['invalid_request', 'template_not_found'],
  },
  getAsset: {
    method: 'GET',
    path: '/api/v1/assets/content',
    summary: 'Get an asset with its bytes',
    description: 'Returns a file of the account, or of a template.',
    scope: 'templates:read',
    query: assetQuerySchema,
    success: { status: 200, schema: assetContentAnswerSchema },
    errors: ['invalid_request', 'asset_not_found', 'template_not_found'],
  },
  setAsset: {
    method: 'PUT',
    path: '/api/v1/assets',
    summary: 'Store an asset or replace it',
    description:
      'Stores a file under its path. Revisions of templates keep the file that they were made with. An account has at most 5000 assets of 512 MiB together.',
    scope: 'templates:write',
    body: assetSettingSchema,
    success: { status: 200, schema: assetAnswerSchema },
    errors: [...bodyErrors, 'template_not_found', 'storage_full'],
  },
  deleteAsset: {
    method: 'DELETE',
    path: '/api/v1/assets',
    summary: 'Delete an asset',
    description: 'Deletes a file. A file of the account that templates use is deleted only with force=true.',
    scope: 'templates:write',
    query: assetDeletionQuerySchema,
    success: { status: 204, schema: null },
    errors: ['invalid_request', 'asset_not_found', 'template_not_found', 'in_use', 'storage_full'],
  },
} as const satisfies Record<string, Route>;
