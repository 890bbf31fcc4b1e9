import { describe, expect, it } from 'vitest';
import { buildOpenApi } from '../../scripts/docs/build-openapi.ts';
import { routes } from '../../src/contract/index.ts';

type Parameter = { name: string; schema: { type: string } };
type Document = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; 'x-published': boolean }>>;
};

describe('the OpenAPI document', () => {
  it('is the one that was reviewed', async () => {
    await expect(JSON.stringify(buildOpenApi('0.0.0'), null, 2)).toMatchFileSnapshot('../fixtures/openapi.json');
  });

  it('has every operation of the contract, once', () => {
    const { paths } = buildOpenApi('0.0.0') as Document;
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map((operation) => operation.operationId));
    expect(ids.sort()).toEqual(Object.keys(routes).sort());
  });

  it('gives numbers and truths of a query their type', () => {
    const { paths } = buildOpenApi('0.0.0') as { paths: Record<string, { get?: { parameters?: Parameter[] } }> };
    const typesOf = (name: string) =>
      Object.values(paths)
        .flatMap(({ get }) => get?.parameters ?? [])
        .filter((parameter) => parameter.name === name)
        .map(({ schema }) => schema.type);
    expect(new Set(typesOf('limit'))).toEqual(new Set(['integer']));
    expect([typesOf('wait_seconds'), typesOf('link')]).toEqual([['integer'], ['boolean', 'boolean']]);
  });

  it('marks the two operations of the published interface', () => {
    const { paths } = buildOpenApi('0.0.0') as Document;
    const published = Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, operation]) =>
        operation['x-published'] ? [`${method} ${path}`] : [],
      ),
    );
    expect(published.sort()).toEqual(['patch /api/v1/templates/{id}', 'post /api/v1/renderers/pdf']);
  });

  it('does not share anything with an earlier document', () => {
    expect(buildOpenApi('1.2.3')).not.toBe(buildOpenApi('1.2.3'));
    expect(buildOpenApi('1.2.3')).toEqual(buildOpenApi('1.2.3'));
  });
});
