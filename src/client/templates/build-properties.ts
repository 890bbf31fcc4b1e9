import type { TemplateProperties } from '../../contract/index.ts';
import type { Call } from '../call-with-retries.ts';
import { readerOf } from '../receive/receive-json.ts';
import type { PropertyClient } from './property-client.ts';

/** The calls for slugs, folders and tags, made of the `call` of a client. */
export function buildProperties(call: Call): PropertyClient {
  return {
    lookUpTemplate: (slug, choices) => call('lookUpTemplate', { query: { slug } }, receiveProperties, choices),
    getTemplateProperties: (id, choices) => call('getTemplateProperties', { id }, receiveProperties, choices),
    updateTemplateProperties: (id, properties, choices) =>
      call('updateTemplateProperties', { id, body: { properties } }, receiveProperties, choices),
  };
}

const receiveProperties = readerOf<TemplateProperties>('properties of a template', 'slug');
