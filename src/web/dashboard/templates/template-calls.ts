import type {
  NewTemplate,
  Template,
  TemplateChanges,
  TemplateProperties,
  TemplatePropertyChanges,
  TemplateSearch,
  TemplateSearchAnswer,
} from '../../../contract/index.ts';
import { call, fetchAnswer } from '../../api.ts';
import { addressOfView } from '../../router.ts';

/** A template, and the state of it that a change must have seen. */
export interface ReadTemplate {
  template: Template;
  etag: string;
}

async function read(answer: Promise<Response>): Promise<ReadTemplate> {
  const response = await answer;
  const { data } = (await response.json()) as { data: Template };
  return { template: data, etag: response.headers.get('etag') ?? '' };
}

/** Reads a template. */
export function readTemplate(id: string, signal?: AbortSignal): Promise<ReadTemplate> {
  return read(fetchAnswer('GET', '/api/v1/templates/{id}', { id, signal }));
}

/** Stores a new template. */
export function createTemplate(template: NewTemplate): Promise<ReadTemplate> {
  return read(fetchAnswer('POST', '/api/v1/templates', { body: { template } }));
}

/** Changes a template that is as `etag` says; without it whatever it is. `message` says why. Throws `template_changed`. */
export function changeTemplate(
  id: string,
  template: TemplateChanges,
  etag?: string,
  message?: string,
): Promise<ReadTemplate> {
  return read(fetchAnswer('PATCH', '/api/v1/templates/{id}', { id, body: { template }, etag, message }));
}

/** Deletes a template. */
export async function deleteTemplate(id: string): Promise<void> {
  await call('DELETE', '/api/v1/templates/{id}', { id });
}

/** Slug, folder and tags of a template. */
export async function readProperties(id: string, signal?: AbortSignal): Promise<TemplateProperties> {
  const path = '/api/v1/templates/{id}/properties';
  return (await call<{ data: TemplateProperties }>('GET', path, { id, signal })).data;
}

/** Changes them. Throws `slug_taken`. */
export async function changeProperties(id: string, properties: TemplatePropertyChanges): Promise<TemplateProperties> {
  const path = '/api/v1/templates/{id}/properties';
  return (await call<{ data: TemplateProperties }>('PATCH', path, { id, body: { properties } })).data;
}

/** Templates by a part of their names. */
export function searchTemplates(query: TemplateSearch, signal?: AbortSignal): Promise<TemplateSearchAnswer> {
  return call('GET', '/api/dashboard/templates', { query, signal });
}

/** The slugs of the templates that use a partial or layout. */
export async function listTemplateUsers(id: string, signal?: AbortSignal): Promise<string[]> {
  return (await call<{ data: string[] }>('GET', '/api/dashboard/templates/{id}/users', { id, signal })).data;
}

/** A few templates for the command menu. */
export async function suggestTemplates(words: string, signal: AbortSignal) {
  const { data } = await searchTemplates({ search: words.trim(), limit: '8' }, signal);
  return data.map(({ id, name }) => ({ name, kind: 'template', to: addressOfView(`templates/${id}`) }));
}
