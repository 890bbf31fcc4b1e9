import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastify from 'fastify';
import { parse } from 'parse5';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDocsScript } from '../../scripts/build/build-web.ts';
import { buildApiPage } from '../../scripts/docs/api-page.ts';
import { buildOpenApi } from '../../scripts/docs/build-openapi.ts';
import { exampleId, examples } from '../../scripts/docs/examples.ts';
import {
  errors,
  formatApiKey,
  limits,
  type RouteName,
  routes,
  scopes,
  webhookEvents,
} from '../../src/contract/index.ts';
import { addDocs } from '../../src/server/routes/docs.ts';
import { openTestService, type TestService } from './test-service.ts';

interface Node {
  nodeName: string;
  attrs?: { name: string; value: string }[];
  childNodes?: Node[];
  value?: string;
}

let service: TestService;
let page: { html: string; policy: string; nodes: Node[] };

const folder = mkdtempSync(join(tmpdir(), 'platen-docs-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  writeFileSync(join(folder, 'docs.html'), buildApiPage('1.2.3', await buildDocsScript()));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(buildOpenApi('1.2.3')));
  service = await openTestService({ docsFolder: pathToFileURL(`${folder}/`) });
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
      expect(page.html.replaceAll('<wbr>', '')).toContain(words);
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

  it('loads nothing, runs only its script, and its policy allows no more', () => {
    const names = new Set(page.nodes.map((node) => node.nodeName));
    for (const name of ['link', 'img', 'iframe', 'object', 'base']) expect(names).not.toContain(name);
    expect(page.nodes.flatMap((node) => node.attrs ?? []).filter(({ name }) => name.startsWith('on'))).toEqual([]);
    expect(values('src')).toEqual([]);
    expect(values('style')).toEqual([]);
    expect(
      values('href').filter((href) => !/^(#|\/(healthz|readyz|metrics|api\/v1\/openapi\.json)$)/.test(href)),
    ).toEqual([]);
    const [style, script] = ['style', 'script'].map((name) => {
      const found = page.nodes.filter((node) => node.nodeName === name);
      expect(found).toHaveLength(1);
      const text = found[0]?.childNodes?.[0]?.value ?? '';
      return { text, source: `'sha256-${createHash('sha256').update(text).digest('base64')}'` };
    });
    expect(page.policy).toBe(
      `default-src 'none'; style-src ${style?.source}; script-src ${script?.source}; connect-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(style?.text).not.toMatch(/url\(|@import/);
    expect(script?.text).not.toMatch(/localStorage|sessionStorage|indexedDB|cookie|eval\(/);
  });

  it('names the address that it was asked by', async () => {
    const ask = async (host: string) => (await service.app.inject({ url: '/docs', headers: { host } })).body;
    expect(await ask('pdf.example.test:8443')).toContain('PLATEN_BASE_URL=http://pdf.example.test:8443\n');
    expect(await ask('[::1]:80')).toContain('PLATEN_BASE_URL=http://[::1]:80\n');
    for (const host of ['a"b', 'a<b', '$(id)', 'a&b']) {
      const body = await ask(host);
      expect(body).not.toContain(host);
      expect(body).toContain('PLATEN_BASE_URL=https://pdf.example.com\n');
    }
    expect(page.html).not.toContain('%ORIGIN');
  });

  it('links to the dashboard if the service has one, and has its colours', async () => {
    expect(page.html).not.toMatch(/%DASHBOARD%|href="dashboard/);
    const app = fastify();
    addDocs(app, pathToFileURL(`${folder}/`), 'dashboard/');
    expect((await app.inject('/docs')).body).toContain('<a class="dashboard" href="dashboard/">Dashboard</a>');
    const look = (css: string) => /--accent: [^;]*;/.exec(css)?.[0];
    const base = readFileSync(new URL('../../src/web/parts/base.css', import.meta.url), 'utf8');
    expect(look(page.html)).toBe(look(base));
    const [, ...used] = [...page.html.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name);
    for (const name of new Set(used)) expect(page.html).toContain(`${name}: `);
  });

  it('is where the address of the service alone leads, with the key or without', async () => {
    const answer = await service.app.inject('/');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, 'docs']);
  });

  it('shows examples that work', async () => {
    const created = await service.store.templates.create('a', { name: 'Greeting' });
    const key = formatApiKey(randomBytes(32));
    const caller = await service.store.keys.create({ account: 'a', name: 'all', key, scopes });
    const { webhooks, deliveries } = await service.store.webhooks();
    const wish = {
      address: 'https://shop.example.com/',
      events: webhookEvents,
      secret: 'whsec_b25l',
      createdBy: 'test',
    };
    const webhook = await webhooks.create('a', wish, limits.webhooks);
    const event = { event: 'webhook.test', subject: created.id, body: '{}' } as const;
    const delivery = await deliveries.add('a', webhook.id, event, 0);
    const ids = { keys: caller.id, webhooks: webhook.id, deliveries: delivery.id, templates: created.id };
    const first: RouteName[] = ['setAsset'];
    const last: RouteName[] = ['deleteAsset', 'deleteTemplate', 'deleteWebhook', 'deleteKey'];
    // Shown by the tests of background renders, which need a service that does them.
    const elsewhere: RouteName[] = ['getRender', 'getRenderPdf', 'getRenderResult', 'listRenders', 'deleteRender'];
    for (const name of [
      ...first,
      ...(Object.keys(routes) as RouteName[]).filter((one) => ![...first, ...last, ...elsewhere].includes(one)),
      ...last,
    ]) {
      const { method, success } = routes[name];
      const { path, body, headers } = examples[name];
      const answer = await service.app.inject({
        method,
        url: path.replace(
          exampleId,
          ids[/v1\/(keys|webhooks|deliveries)/.exec(path)?.[1] as keyof typeof ids] ?? created.id,
        ),
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body && { payload: body }),
      });
      expect(answer.statusCode, `${name}: ${answer.body}`).toBe(success.status);
    }
  });
});

describe('GET /api/v1/openapi.json', () => {
  it('is the contract', async () => {
    const answer = await service.app.inject('/api/v1/openapi.json');
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.json()).toEqual(JSON.parse(JSON.stringify(buildOpenApi('1.2.3'))));
  });
});
