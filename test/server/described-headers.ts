import { buildOpenApi } from '../../scripts/docs/build-openapi.ts';
import type { RouteName } from '../../src/contract/index.ts';

type Described = { operationId: string; responses: Record<string, { headers?: object }> };
const { paths } = buildOpenApi('0.0.0') as { paths: Record<string, Record<string, Described>> };
const operations = Object.values(paths).flatMap((path) => Object.values(path));

/** What an OpenAPI document says elsewhere, and what every HTTP server and every answer of this one has. */
const common =
  /^(content-(type|length)|connection|keep-alive|date|transfer-encoding|cache-control|x-content-type-options)$/;

/** The headers of an answer, in lower case and by name, and those that the OpenAPI document describes for its status. */
export function compareHeaders(name: RouteName, { statusCode, headers }: { statusCode: number; headers: object }) {
  const described = operations.find(({ operationId }) => operationId === name)?.responses[statusCode]?.headers ?? {};
  const namesOf = (given: object) => Object.keys(given).map((header) => header.toLowerCase());
  return {
    sent: namesOf(headers)
      .filter((header) => !common.test(header))
      .sort(),
    described: namesOf(described).sort(),
  };
}
