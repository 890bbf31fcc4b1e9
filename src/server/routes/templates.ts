import type { FastifyInstance } from 'fastify';
import { messageHeader, routes } from '../../contract/index.ts';
import type { Engine } from '../../engine/index.ts';
import type { NewAuditEntry, Store } from '../../store/index.ts';
import type { Caller } from '../checks/caller.ts';
import type { AuditWriter } from '../observe/audit-writer.ts';
import { addRoute } from '../requests/route.ts';
import type { Shutdown } from '../requests/shutdown.ts';
import { assetOperations } from './asset-operations.ts';
import { propertyOperations } from './property-operations.ts';
import { revisionOperations } from './revision-operations.ts';
import { templateOperations } from './template-operations.ts';
import type { TemplateRequest } from './template-request.ts';
import { valueSetOperations } from './value-set-operations.ts';

/** All operations on templates, their revisions and labels. */
export const operationsOnTemplates = {
  ...templateOperations,
  ...propertyOperations,
  ...revisionOperations,
  ...assetOperations,
  ...valueSetOperations,
};

/** The name of such an operation. */
type TemplateRoute = keyof typeof operationsOnTemplates;

/** What the operations need. */
interface TemplateParts {
  store: Store;
  engine: Pick<Engine, 'checkValues'>;
  shutdown: Pick<Shutdown, 'signalFor'>;
  audit?: AuditWriter | undefined;
}

/** Registers the operations on templates. */
export function addTemplates(app: FastifyInstance, { store, engine, shutdown, audit }: TemplateParts): void {
  const checkValues: Engine['checkValues'] = (...given) => engine.checkValues(...given);
  const parts = { ...store, checkValues };
  for (const name of Object.keys(operationsOnTemplates) as TemplateRoute[]) {
    addRoute(app, routes[name], async ({ caller, params, query, body, headers }, reply) => {
      const { id = '', ...others } = params as Record<string, string>;
      const [ifMatch, ifNoneMatch] = [headers['if-match'], headers['if-none-match']];
      const message = headers[messageHeader]?.toString();
      const answer = await operationsOnTemplates[name](parts, {
        ...{ caller, id, params: others, query: query as object, body, ifMatch, ifNoneMatch, message },
        get signal() {
          return shutdown.signalFor(reply);
        },
      });
      noteChange(audit, name, { caller, id, params: others, body }, answer.body);
      if (answer.status !== undefined) reply.code(answer.status);
      reply.headers(answer.headers);
      return answer.body;
    });
  }
}

const actions: Partial<Record<TemplateRoute, string>> = {
  createTemplate: 'template.created',
  updateTemplate: 'template.changed',
  updateTemplateProperties: 'template.filed',
  setAsset: 'asset.stored',
  deleteAsset: 'asset.deleted',
  updateValueSets: 'template.valued',
  setValueSet: 'template.valued',
  deleteValueSet: 'template.valued',
  setValuesSchema: 'template.valued',
  deleteValuesSchema: 'template.valued',
  deleteTemplate: 'template.deleted',
  restoreRevision: 'template.restored',
  setLabel: 'template.labelled',
  deleteLabel: 'template.unlabelled',
};

function noteChange(
  audit: AuditWriter | undefined,
  name: TemplateRoute,
  {
    caller: { account, by },
    id,
    params,
    body: given,
  }: Pick<TemplateRequest, 'id' | 'params' | 'body'> & { caller: Caller },
  body: object | undefined,
): void {
  const action = actions[name];
  if (action === undefined) return;
  const { data } = (body ?? {}) as { data?: { id?: string; name?: string; path?: string } };
  const target: NewAuditEntry['target'] = { id: data?.id ?? id.toLowerCase(), name: data?.name ?? data?.path ?? '' };
  const details = { ...params, ...(name === 'setLabel' && (given as object)), ...readFiling(name, given) };
  audit?.note({ account, by, action, target, ...(Object.keys(details).length > 0 && { details }) });
}

/** What was changed of the properties: slug, folder and tags. */
function readFiling(name: TemplateRoute, given: unknown): object {
  return name === 'updateTemplateProperties' ? (given as { properties: object }).properties : {};
}
