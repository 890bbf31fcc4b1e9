import { errors, limits, problemSchema, type Route, type RouteName, routes } from '../../src/contract/index.ts';
import { apiStyle } from './api-style.ts';
import { buildOpenApi } from './build-openapi.ts';
import { collectTypes, describeType, type Schema } from './describe-schema.ts';
import { buildFields, buildTable, writeName } from './field-table.ts';
import { type Html, html, join } from './html.ts';
import { buildOperation } from './operation-section.ts';

const operations = Object.entries(routes) as [RouteName, Route][];
const bodies = operations.flatMap(([, route]) => [route.body, route.success.schema, route.otherSuccess?.schema]);
const types = collectTypes([...bodies, problemSchema].filter((schema) => schema != null) as Schema[]);

/** Pages without a key, for those who run the service. */
const pages: [string, string][] = [
  ['/healthz', 'Whether the process is alive, with its state.'],
  ['/readyz', 'Whether the service is ready: a small render and a query to the store succeed. Otherwise 503.'],
  ['/metrics', 'Metrics for Prometheus.'],
  ['/api/v1/openapi.json', 'This API as an OpenAPI 3.1 document.'],
];

/** The server replaces this by the URL of the request. */
const origin = '%ORIGIN%';

/** The server replaces this by a link to the dashboard, if it has one. */
const dashboardLink = '%DASHBOARD%';

/** The API's documentation as one page that loads nothing. `script` makes its forms work. */
export function buildApiPage(version: string, script: string): string {
  // Else the script would end there.
  if (script.includes('</')) throw new Error('the script of the page has a closing tag');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>platen API</title>
<style>${{ html: apiStyle }}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<div class="frame">
${buildNavigation(version)}
<main id="content">
${buildStart()}
<h2 id="operations">Operations</h2>
${operations.map(([name, route]) => buildOperation(name, route))}
<h2 id="types">Types</h2>
${types.map(buildType)}
<h2 id="errors">Errors</h2>
${buildErrors()}
<h2 id="limits">Limits</h2>
${buildLimits()}
<h2 id="pages">For operators</h2>
<p>These pages need no key.</p>
${buildTable(
  ['Path', 'Content'],
  pages.map(([path, says]) => [html`<a href="${path}">${path}</a>`, html`${says}`]),
)}
</main>
</div>
<script>${{ html: script }}</script>
</body>
</html>
`.html;
}

function buildNavigation(version: string): Html {
  const link = (target: string, text: string) => html`<li><a href="#${target}">${text}</a></li>`;
  return html`<nav aria-label="Contents">
<a class="name" href="#content">platen</a>
<span class="version">API, version ${version}</span>
${dashboardLink}
<h2>Operations</h2>
<ul>${operations.map(([name, route]) => link(name, route.summary))}</ul>
<h2>Reference</h2>
<ul>${link('types', 'Types')}${link('errors', 'Errors')}${link('limits', 'Limits')}${link('pages', 'For operators')}</ul>
</nav>`;
}

function buildStart(): Html {
  const { description } = (buildOpenApi('') as { info: { description: string } }).info;
  const published = operations
    .filter(([, route]) => route.published)
    .map(([name, route]) => html`<a href="#${name}">${route.method} ${route.path}</a>`);
  return html`<h1>The platen API</h1>
<p class="lead">${description}</p>
<p>Send an API key with every request, as <code>Authorization: Bearer …</code>, and JSON with every body. Operations marked
<span class="mark">published</span> are the published interface (${join(published, ', ')}). The others are extensions of platen.</p>
<p>Each operation has a form to try it with your key.</p>
<pre tabindex="0"><code>export PLATEN_BASE_URL=${origin}
export PLATEN_API_KEY=platen_…</code></pre>`;
}

function buildType(schema: Schema): Html {
  return html`<article id="type-${schema.title}">
<header><h3>${schema.title}</h3></header>
${schema.description !== undefined && html`<p>${schema.description}</p>`}
${schema.properties ? buildFields(schema) : html`<p>Any names, each with ${describeType(schema.additionalProperties as Schema)}</p>`}
</article>`;
}

function buildErrors(): Html {
  const rows = Object.entries(errors)
    .filter(([, { status }]) => status !== null)
    .map(([code, { status, title, retryable }]) => ({
      id: `error-${code}`,
      cells: [writeName(code), html`${status ?? ''}`, html`${retryable ? 'yes' : 'no'}`, html`${title}`],
    }));
  return html`<p>Every error is a <a href="#type-Problem">Problem</a> of type <code>application/problem+json</code> (RFC 9457). The
meaning of a code never changes. A 429 or 503 has the seconds to wait in <code>Retry-After</code>. Every response has its id in
<code>X-Request-Id</code>. Responses to a valid key also have the rate limit in <code>RateLimit-Policy</code>, and the remaining
requests in <code>RateLimit</code>.</p>
<div class="table"><table>
<thead><tr>${['Code', 'Status', 'Retry', 'Meaning'].map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map(({ id, cells }) => html`<tr id="${id}">${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}

function buildLimits(): Html {
  const words: Record<keyof typeof limits, string> = {
    asset: 'bytes in an asset',
    slug: 'characters of the slug and of the folder of a template',
    templateName: 'characters in the name of a template',
    revisionMessage: 'characters in the message of a change',
    templateContent: 'bytes in the content of a template',
    previewContext: 'bytes in a preview context, as JSON',
    valuesSchema: 'bytes in the schema of the values of a template, as JSON',
    jsonDepth: 'levels of nested lists and objects in a request body',
    jsonValues: 'values in a request body',
    jsonNames: 'different field names in a request body',
    body: 'bytes in a request body',
    imagePixels: 'pixels of an image of a page',
    images: 'images in one render',
    imageBytes: 'bytes of all images of one render',
    parts: 'parts in one render',
    listPage: 'templates on one page of a list',
    text: 'characters in a title, an author and other metadata',
    idempotencyKey: 'characters in an idempotency key',
    address: 'characters in a URL',
    keyName: 'characters in the name of an API key',
    keyTemplates: 'templates that an API key can be limited to',
    keyOverlapSeconds: 'seconds that a rotated API key can stay valid',
    keepSeconds: 'seconds that the result of a background render is kept',
    startAheadSeconds: 'seconds that a background render can be delayed',
    destinationHeaders: 'headers in the request that sends a PDF to its destination',
    webhookAddress: 'characters in the URL of a webhook',
    webhooks: 'webhooks in an account',
    secretOverlapSeconds: 'seconds that the old secret of a webhook can still sign',
  };
  return buildTable(
    ['Limit', 'Applies to'],
    Object.entries(limits).map(([name, limit]) => [
      html`${limit.toLocaleString('en')}`,
      html`${words[name as keyof typeof limits]}`,
    ]),
  );
}
