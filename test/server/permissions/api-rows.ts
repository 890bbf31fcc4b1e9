import { randomUUID } from 'node:crypto';
import type { Role, RouteName, Scope } from '../../../src/contract/index.ts';
import type { Subject, SubjectName } from './open-subjects.ts';

/** Who may use an operation. Outcomes are a status and a code; those of lists say whether the subject is listed. */
export interface ApiRow {
  operation: RouteName;
  /** Tells rows of one operation apart. */
  what?: string;
  subject: SubjectName;
  payload?: (subject: Subject) => object;
  query?: (subject: Subject) => string;
  headers?: Record<string, string>;
  lists?: boolean;
  /** What a key must be allowed to. Written here again: a change of the contract must be meant. */
  scope: Scope;
  /** The outcome for callers who may. */
  ok: string;
  /** The outcome for a rotated key, which ends. Default: `ok`. */
  ending?: string;
  /** The outcome for a key that is for the subject's template alone, and for one that is for another. */
  certain: string;
  certainOther: string;
  /** The outcome for a key that is for the folder above that of the subject's template, and for one that is for another folder. */
  folder: string;
  folderOther: string;
  /** The outcome for other accounts. */
  foreign: string;
  /** The role that is enough. */
  people: Role;
  /** The outcome for viewers who may not. Default: `403 forbidden`. */
  viewer?: string;
}

const forbidden = '403 forbidden';
const forNoCertain = { certain: forbidden, certainOther: forbidden, folder: forbidden, folderOther: forbidden };
const noTemplate = '404 template_not_found';
const noRender = '404 render_not_found';
const template = { subject: 'template', people: 'editor' } as const;
// A key that ends makes none that outlives it.
const makesKeys = { ending: forbidden };
const key = { subject: 'key', scope: 'keys', people: 'admin', ...forNoCertain } as const;
const webhook = { subject: 'webhook', scope: 'webhooks', people: 'admin', ...forNoCertain } as const;
const render = { subject: 'render', scope: 'render', people: 'viewer' } as const;
const noOtherRenders = {
  certain: noRender,
  certainOther: noRender,
  folder: noRender,
  folderOther: noRender,
  foreign: noRender,
};
const templateParts = ({ template: id }: Subject) => ({ parts: { template: id } });

const valued = {
  ...{ certain: '200', certainOther: forbidden, folder: '200', folderOther: noTemplate, foreign: noTemplate },
};
const deleted = { certain: '204', folder: '204' };

/** A render of a template that is left to the service. */
const inBackground = {
  ok: '202',
  certain: '202',
  certainOther: forbidden,
  folder: '202',
  folderOther: noTemplate,
  foreign: noTemplate,
  payload: templateParts,
  headers: { prefer: 'respond-async' },
};

export const apiRows: readonly ApiRow[] = [
  {
    ...{ operation: 'renderPdf', what: 'renderPdf of a template', ...render, subject: 'template' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
      payload: templateParts,
    },
  },
  {
    ...{ operation: 'renderPdf', what: 'renderPdf of a revision', ...render, subject: 'template' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
    payload: ({ template: id }) => ({ parts: [{ template: { id, revision: 1 } }] }),
  },
  {
    ...{ operation: 'renderPdf', what: 'renderPdf of a slug', ...render, subject: 'template' },
    ...{ ok: '200', certain: '200', certainOther: noTemplate, folder: '200', folderOther: noTemplate },
    ...{ foreign: noTemplate, payload: ({ slug }) => ({ parts: [{ template: { slug } }] }) },
  },
  {
    ...{ operation: 'renderPdf', what: 'renderPdf of a slug in the background', ...render, subject: 'template' },
    ...{ ok: '202', certain: '202', certainOther: noTemplate, folder: '202', folderOther: noTemplate },
    ...{ foreign: noTemplate, payload: ({ slug }) => ({ parts: { template: { slug } } }) },
    headers: { prefer: 'respond-async' },
  },
  {
    ...{ operation: 'renderImage', what: 'renderImage of HTML', ...render, subject: 'template' },
    ...{ ok: '200', ...forNoCertain, foreign: '200', payload: () => ({ parts: { html: 'x' } }) },
  },
  {
    ...{ operation: 'renderPdf', what: 'renderPdf of HTML', ...render, subject: 'template' },
    ...{ ok: '200', ...forNoCertain, foreign: '200', payload: () => ({ parts: { html: 'x' } }) },
  },
  {
    ...{ operation: 'renderPdf', what: 'renderPdf in the background', ...render, subject: 'template' },
    ...inBackground,
  },
  {
    ...{ operation: 'renderImage', what: 'renderImage in the background', ...render, subject: 'template' },
    ...inBackground,
  },
  { operation: 'getRender', ...render, ok: '200', ...noOtherRenders },
  { operation: 'getRenderPdf', ...render, ok: '409 render_not_finished', ...noOtherRenders },
  { operation: 'getRenderResult', ...render, ok: '409 render_not_finished', ...noOtherRenders },
  {
    ...{ operation: 'listRenders', ...render, lists: true, ok: '200 with it' },
    ...{
      certain: '200 without it',
      certainOther: '200 without it',
      folder: '200 without it',
      folderOther: '200 without it',
      foreign: '200 without it',
    },
  },
  // Viewers delete the renders that they submitted themselves.
  {
    ...{ operation: 'deleteRender', ...render, people: 'editor', ok: '200' },
    ...noOtherRenders,
    viewer: noRender,
  },
  {
    ...{ operation: 'getTemplate', ...template, scope: 'templates:read', people: 'viewer' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'updateTemplate', ...template, scope: 'templates:write' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
    payload: () => ({ template: { content: 'overwritten' } }),
  },
  {
    ...{ operation: 'deleteTemplate', ...template, scope: 'templates:write' },
    ...{
      ok: '204',
      certain: '204',
      certainOther: forbidden,
      folder: '204',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'createTemplate', ...template, scope: 'templates:write' },
    ...{ ok: '201', ...forNoCertain, folder: '201', folderOther: '201', foreign: '201' },
    payload: () => ({ template: { name: 'new' } }),
  },
  {
    ...{ operation: 'createTemplate', what: 'createTemplate in the folder', ...template, scope: 'templates:write' },
    ...{ ok: '201', ...forNoCertain, folder: '201', foreign: '201' },
    payload: () => ({ template: { name: 'new', folder: 'invoices/de' } }),
  },
  {
    ...{ operation: 'createTemplate', what: 'createTemplate in no folder', ...template, scope: 'templates:write' },
    ...{ ok: '201', ...forNoCertain, foreign: '201' },
    payload: () => ({ template: { name: 'new', folder: '' } }),
  },
  {
    ...{ operation: 'createTemplate', what: 'createTemplate of a partial', ...template, scope: 'templates:write' },
    ...{ ok: '201', ...forNoCertain, foreign: '201' },
    payload: () => ({ template: { name: 'new', slug: `partials/p${randomUUID()}` } }),
  },
  {
    ...{ operation: 'lookUpTemplate', ...template, scope: 'templates:read', people: 'viewer' },
    ...{ ok: '200', certain: '200', certainOther: noTemplate, folder: '200', folderOther: noTemplate },
    ...{ foreign: noTemplate, query: ({ slug }) => `?slug=${slug}` },
  },
  {
    ...{ operation: 'getTemplateProperties', ...template, scope: 'templates:read', people: 'viewer' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'updateTemplateProperties', ...template, scope: 'templates:write' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
    payload: () => ({ properties: { tags: ['new'] } }),
  },
  {
    ...{
      operation: 'updateTemplateProperties',
      what: 'moving below the folder',
      ...template,
      scope: 'templates:write',
    },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: forbidden,
      foreign: noTemplate,
    },
    payload: () => ({ properties: { folder: 'invoices/fr' } }),
  },
  {
    ...{
      operation: 'updateTemplateProperties',
      what: 'moving out of the folder',
      ...template,
      scope: 'templates:write',
    },
    ...{ ok: '200', certain: '200', certainOther: forbidden, folder: forbidden, folderOther: forbidden },
    ...{ foreign: noTemplate, payload: () => ({ properties: { folder: 'invoices-other' } }) },
  },
  {
    ...{ operation: 'listTemplates', ...template, scope: 'templates:read', people: 'viewer', lists: true },
    ...{
      ok: '200 with it',
      certain: '200 with it',
      certainOther: '200 without it',
      folder: '200 with it',
      folderOther: '200 without it',
      foreign: '200 without it',
    },
  },
  {
    ...{ operation: 'getTemplateFiles', ...template, scope: 'templates:read', people: 'viewer', ok: '200' },
    ...{ certain: '200', certainOther: forbidden, folder: '200', folderOther: noTemplate, foreign: noTemplate },
  },
  {
    ...{ operation: 'listAssets', ...template, scope: 'templates:read', people: 'viewer', lists: true },
    ...{ ok: '200 with it', certain: '200 without it', certainOther: '200 without it' },
    ...{ folder: '200 without it', folderOther: '200 without it', foreign: '200 without it' },
  },
  {
    ...{ operation: 'listAssets', what: 'listAssets of the template', ...template, scope: 'templates:read' },
    ...{ people: 'viewer', lists: true, ok: '200 with it', certain: '200 with it', certainOther: forbidden },
    ...{ folder: '200 with it', folderOther: noTemplate, foreign: noTemplate, query: ({ id }) => `?template=${id}` },
  },
  {
    ...{ operation: 'getAsset', ...template, scope: 'templates:read', people: 'viewer', ok: '200', certain: '200' },
    ...{ certainOther: forbidden, folder: '200', folderOther: noTemplate, foreign: noTemplate },
    query: ({ id }) => `?path=stamp.svg&template=${id}`,
  },
  {
    ...{ operation: 'setAsset', ...template, scope: 'templates:write', ok: '200', certain: '200' },
    ...{ certainOther: forbidden, folder: '200', folderOther: noTemplate, foreign: noTemplate },
    payload: ({ id }) => ({ asset: { path: 'new.svg', type: 'image/svg+xml', base64: '', template: id } }),
  },
  {
    ...{ operation: 'setAsset', what: 'setAsset of the account', ...template, scope: 'templates:write' },
    ...{ ok: '200', ...forNoCertain, foreign: '200' },
    payload: () => ({ asset: { path: 'assets/new.svg', type: 'image/svg+xml', base64: '' } }),
  },
  {
    ...{ operation: 'deleteAsset', ...template, scope: 'templates:write', ok: '204', certain: '204' },
    ...{ certainOther: forbidden, folder: '204', folderOther: noTemplate, foreign: noTemplate },
    query: ({ id }) => `?path=stamp.svg&template=${id}`,
  },
  {
    ...{ operation: 'getValueSets', ...template, scope: 'templates:read', people: 'viewer', ok: '200', ...valued },
  },
  {
    ...{ operation: 'updateValueSets', ...template, scope: 'templates:write', ok: '200', ...valued },
    payload: () => ({ values: { sets: { more: {} } } }),
  },
  {
    ...{ operation: 'setValueSet', ...template, scope: 'templates:write', ok: '200', ...valued },
    payload: () => ({ values: {} }),
  },
  {
    ...{ operation: 'deleteValueSet', ...template, scope: 'templates:write', ok: '204', ...valued, ...deleted },
  },
  {
    ...{ operation: 'setValuesSchema', ...template, scope: 'templates:write', ok: '200', ...valued },
    payload: () => ({ schema: {} }),
  },
  {
    ...{ operation: 'deleteValuesSchema', ...template, scope: 'templates:write', ok: '204', ...valued, ...deleted },
  },
  {
    ...{ operation: 'listRevisions', ...template, scope: 'templates:read', people: 'viewer' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'getRevision', ...template, scope: 'templates:read', people: 'viewer' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'restoreRevision', ...template, scope: 'templates:write' },
    ...{
      ok: '201',
      certain: '201',
      certainOther: forbidden,
      folder: '201',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'listLabels', ...template, scope: 'templates:read', people: 'viewer' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'setLabel', ...template, scope: 'templates:write' },
    ...{
      ok: '200',
      certain: '200',
      certainOther: forbidden,
      folder: '200',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
    payload: () => ({ revision: 1 }),
  },
  {
    ...{ operation: 'deleteLabel', ...template, scope: 'templates:write' },
    ...{
      ok: '204',
      certain: '204',
      certainOther: forbidden,
      folder: '204',
      folderOther: noTemplate,
      foreign: noTemplate,
    },
  },
  {
    ...{ operation: 'listKeys', ...key, lists: true, ok: '200 with it', foreign: '200 without it' },
    ...{ certain: '200 with it', certainOther: '200 with it', folder: '200 with it', folderOther: '200 with it' },
  },
  {
    ...{
      operation: 'createKey',
      ...key,
      ...makesKeys,
      ok: '201',
      foreign: '201',
      certain: '201',
      certainOther: '201',
      folder: '201',
      folderOther: '201',
    },
    payload: () => ({ key: { name: 'new', scopes: ['keys'] } }),
  },
  {
    ...{ operation: 'createKey', what: 'createKey for the template', ...key, ...makesKeys, ok: '201', foreign: '201' },
    ...{ certain: '201', certainOther: forbidden, folder: '201', folderOther: '201' },
    payload: ({ template: id }) => ({ key: { name: 'new', scopes: ['keys'], templates: [id] } }),
  },
  {
    ...{ operation: 'createKey', what: 'createKey for the folder', ...key, ...makesKeys, ok: '201', foreign: '201' },
    ...{ certain: '201', certainOther: '201', folder: '201', folderOther: forbidden },
    payload: () => ({ key: { name: 'new', scopes: ['keys'], folder: 'invoices/de' } }),
  },
  {
    ...{
      operation: 'createKey',
      what: 'createKey for a folder around',
      ...key,
      ...makesKeys,
      ok: '201',
      foreign: '201',
    },
    ...{ certain: '201', certainOther: '201', folder: forbidden, folderOther: forbidden },
    payload: () => ({ key: { name: 'new', scopes: ['keys'], folder: 'invoice' } }),
  },
  {
    ...{ operation: 'rotateKey', ...key, ...makesKeys, ok: '201', foreign: '404 not_found' },
    payload: () => ({ rotation: {} }),
  },
  { operation: 'deleteKey', ...key, ok: '204', foreign: '404 not_found' },
  { operation: 'listWebhooks', ...webhook, lists: true, ok: '200 with it', foreign: '200 without it' },
  {
    ...{ operation: 'createWebhook', ...webhook, ok: '201', foreign: '201' },
    payload: () => ({ webhook: { address: 'https://example.com/new' } }),
  },
  {
    ...{ operation: 'updateWebhook', ...webhook, ok: '200', foreign: '404 not_found' },
    payload: () => ({ webhook: { enabled: false } }),
  },
  { operation: 'deleteWebhook', ...webhook, ok: '204', foreign: '404 not_found' },
  {
    ...{ operation: 'rotateWebhook', ...webhook, ok: '200', foreign: '404 not_found' },
    payload: () => ({ rotation: {} }),
  },
  { operation: 'testWebhook', ...webhook, ok: '200', foreign: '404 not_found' },
  { operation: 'listDeliveries', ...webhook, ok: '200', foreign: '404 not_found' },
  { operation: 'retryDelivery', ...webhook, subject: 'delivery', ok: '200', foreign: '404 not_found' },
];
