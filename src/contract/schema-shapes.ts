import { limits } from './limits.ts';

/** An object without any field besides those that its schema names. */
export const closed = { type: 'object', additionalProperties: false } as const;

/** A UUID. */
export const id = { type: 'string', format: 'uuid', description: 'The id, a UUID.' } as const;
/** A time, ISO 8601 in UTC. */
export const time = { type: 'string', format: 'date-time' } as const;
/** Such a time, or null. */
export const timeOrNull = { type: ['string', 'null'], format: 'date-time' } as const;

/** An object of which every field is always there. */
export function whole<const P extends object>(properties: P) {
  return { type: 'object', required: Object.keys(properties) as (keyof P & string)[], properties } as const;
}

/** An object of these fields and no other; all of them are required. */
export function exactly<const P extends object>(properties: P) {
  return { ...closed, ...whole(properties) } as const;
}

/** `{"data": data}`: the answer of most operations. */
export function answerOf<const S extends object>(data: S) {
  return whole({ data });
}

/** `{"data": [item], "page": {"next"}}`: a page of a list. */
export function pageOf<const S extends object>(items: S) {
  return whole({ data: { type: 'array', items }, page: whole({ next: { type: ['string', 'null'] } }) });
}

/** A page of a list. `next` is the `after` of the following page, or null on the last page. */
export interface ListPage<Item> {
  data: Item[];
  page: { next: string | null };
}

/** The fields of a query that ask for a page of a list of `items`. Their values arrive as text; `x-sent-as` is the type that clients see. */
export function pageQuery(items: string) {
  return {
    limit: {
      type: 'string',
      pattern: '^([1-9]|[1-9][0-9]|100)$',
      'x-pattern-words': 'a whole number from 1 to 100',
      'x-sent-as': { type: 'integer', minimum: 1, maximum: 100, default: 50 },
      description: `${items} on a page, 1 to 100. Default 50.`,
    },
    after: { type: 'string', maxLength: 200, description: 'The `next` of the page before.' },
  } as const;
}

/** A text of a line, without control characters. */
export const plainTextSchema = { type: 'string', format: 'plain-text', maxLength: limits.text } as const;

/** In memory, bytes may stand where the wire has base64. */
export type WithBytes = {
  deserialize: [{ pattern: { type: 'string'; contentEncoding: 'base64' }; output: string | Uint8Array }];
};
