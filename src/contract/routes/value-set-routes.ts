import {
  schemaSettingSchema,
  setParamsSchema,
  setSettingSchema,
  valueSetsAnswerSchema,
  valueSetsQuerySchema,
  valueSetsUpdateSchema,
} from '../templates/value-set-schema.ts';
import { bodyErrors, type Route } from './route.ts';

const path = '/api/v1/templates/{id}/values';
const changed = { status: 200, schema: valueSetsAnswerSchema } as const;
const changeErrors = [...bodyErrors, 'template_not_found', 'not_found', 'template_changed', 'storage_full'] as const;

/** Named values of templates, and the schemas of all their values. */
export const valueSetRoutes = {
  getValueSets: {
    method: 'GET',
    path,
    summary: 'Get the named values and the schema of a template',
    description:
      'Returns all named values of a template, besides its preview context, and the schema of its values: of the newest revision, or of the one that the query names.',
    scope: 'templates:read',
    query: valueSetsQuerySchema,
    success: changed,
    errors: ['invalid_request', 'template_not_found', 'revision_not_found', 'label_not_found', 'not_found'],
  },
  updateValueSets: {
    method: 'PATCH',
    path,
    summary: 'Change named values and the schema of a template',
    description:
      'Stores, replaces and deletes several named values and the schema in one revision of the template. If-Match rejects the change if the template has changed meanwhile. A template has at most 50 named values, and 8 MiB of them with the schema.',
    scope: 'templates:write',
    body: valueSetsUpdateSchema,
    success: changed,
    etag: true,
    message: true,
    errors: [...changeErrors, 'values_not_found'],
  },
  setValueSet: {
    method: 'PUT',
    path: `${path}/{set}`,
    summary: 'Store named values of a template or replace them',
    description:
      'Stores values for previews and checks under a name. This is a revision of the template. They need not follow its schema.',
    scope: 'templates:write',
    params: setParamsSchema,
    body: setSettingSchema,
    success: changed,
    etag: true,
    message: true,
    errors: changeErrors,
  },
  deleteValueSet: {
    method: 'DELETE',
    path: `${path}/{set}`,
    summary: 'Delete named values of a template',
    description: 'Deletes the values of a name, which is a revision of the template. Earlier revisions keep them.',
    scope: 'templates:write',
    params: setParamsSchema,
    success: { status: 204, schema: null },
    etag: true,
    message: true,
    errors: [
      ...(['invalid_request', 'template_not_found', 'values_not_found', 'not_found'] as const),
      ...(['template_changed', 'storage_full'] as const),
    ],
  },
  setValuesSchema: {
    method: 'PUT',
    path: '/api/v1/templates/{id}/schema',
    summary: 'Store the schema of the values of a template',
    description:
      'From now on, the values of a render of this template must follow the schema: of revisions that have it, in every form of a render. This is a revision of the template.',
    scope: 'templates:write',
    body: schemaSettingSchema,
    success: changed,
    etag: true,
    message: true,
    errors: changeErrors,
  },
  deleteValuesSchema: {
    method: 'DELETE',
    path: '/api/v1/templates/{id}/schema',
    summary: 'Delete the schema of the values of a template',
    description: 'Deletes the schema, which is a revision of the template. Earlier revisions keep it.',
    scope: 'templates:write',
    success: { status: 204, schema: null },
    etag: true,
    message: true,
    errors: [
      ...(['invalid_request', 'template_not_found', 'values_not_found', 'not_found'] as const),
      ...(['template_changed', 'storage_full'] as const),
    ],
  },
} as const satisfies Record<string, Route>;
