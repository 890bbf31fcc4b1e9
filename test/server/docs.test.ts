import { createHash } from 'node:crypto';
import { parse } from 'parse5';
import { beforeAll, describe, expect, it } from 'vitest';
import { errors, limits, type RouteName, routes } from '../../src/contract/index.ts';
import { exampleId, examples } from '../../src/server/docs/examples.ts';
import { openTestService, type TestService } from './test-service.ts';

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  value?: string;
}

let service: TestService;
let page: { html: string; policy: string; nodes: Node[] };

beforeAll(async () => {
  service = await openTestService();
  const answer = await service.app.inject('/docs');
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const policy = answer.headers['content-security-policy'] as string;
  page = { html: answer.body, policy, nodes: flatten(parse(answer.body) as unknown as Node) };
});

function flatten(node: Node): Node[] {
  return [node, ...(node.childNodes ?? []).flatMap(flatten)];
}

function values(name: string): string[] {
  return page.nodes.flatMap((node) =>
    (node.attrs ?? []).filter((attr) => attr.name === name).map(({ value }) => value),
  );
}

describe('the docs page', () => {
  it('has every operation, every error and every limit of the contract', () => {
    const ids = values('id');
    expect(ids).toEqual(expect.arrayContaining(Object.keys(routes)));
    for (const [code, { status }] of Object.entries(errors))
      expect(ids.includes(`error-${code}`)).toBe(status !== null);
    for (const limit of Object.values(limits)) expect(page.html).toContain(`<td>${limit.toLocaleString('en')}</td>`);
    for (const words of ['Idempotency-Key', 'If-Match', 'Repr-Digest', 'template.preview_context', '1.2.3']) {
      expect(page.html).toContain(words);
    }
    expect(page.html).not.toMatch(/undefined|\[object|NaN/);
  });

  it('leads nowhere that is not there, and has no id twice', () => {
    const ids = values('id');
    expect(new Set(ids).size).toBe(ids.length);
    const targets = values('href').filter((href) => href.startsWith('#'));
    expect(targets.filter((target) => !ids.includes(target.slice(1)))).toEqual([]);
    expect(targets.length).toBeGreaterThan(50);
  });

  it('loads nothing, runs nothing and is held to that', () => {
    const names = new Set(page.nodes.map((node) => node.nodeName));
    for (const name of ['script', 'link', 'img', 'iframe', 'object', 'form', 'base']) expect(names).not.toContain(name);
    expect(values('src')).toEqual([]);
    expect(values('style')).toEqual([]);
    expect(
      values('href').filter((href) => !/^(#|\/(healthz|readyz|metrics|api\/v1\/openapi\.json)$)/.test(href)),
    ).toEqual([]);
    const style = page.nodes.filter((node) => node.nodeName === 'style');
    expect(style).toHaveLength(1);
    const digest = createHash('sha256')
      .update(style[0]?.childNodes?.[0]?.value ?? '')
      .digest('base64');
    expect(page.policy).toBe(
      `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(style[0]?.childNodes?.[0]?.value).not.toMatch(/url\(|@import/);
  });

  it('shows examples that work', async () => {
    const created = await service.store.templates.create('a', { name: 'Greeting' });
    for (const name of [
      ...(Object.keys(routes) as RouteName[]).filter((one) => one !== 'deleteTemplate'),
      'deleteTemplate',
    ] as RouteName[]) {
      const { method, success } = routes[name];
      const { path, body, headers } = examples[name];
      const answer = await service.app.inject({
        method,
        url: path.replace(exampleId, created.id),
        headers: { ...service.auth, ...headers },
        ...(body && { payload: body }),
      });
      expect(answer.statusCode, `${name}: ${answer.body}`).toBe(success.status);
    }
  });
});
