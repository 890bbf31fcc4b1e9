import { type Caller, localCaller } from '../../../src/server/checks/caller.ts';
import type { TemplateRequest } from '../../../src/server/routes/template-request.ts';

/** A store that notes its calls, each as "list.method" and its arguments, and gives the answers of the test; an answer that is an error rejects. */
export function notingStore(answers: Record<string, unknown> = {}) {
  const calls: unknown[][] = [];
  const listOf = (list: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method: string) =>
          async (...args: unknown[]) => {
            const name = `${list}.${method}`;
            calls.push([name, ...args]);
            const answer = answers[name];
            if (answer instanceof Error) throw answer;
            return answer;
          },
      },
    );
  const names = ['templates', 'revisions', 'labels', 'assets', 'properties', 'valueSets'];
  const store = Object.fromEntries(names.map((name) => [name, listOf(name)]));
  const checkValues = async (...args: unknown[]) => {
    calls.push(['checkValues', ...args]);
    return answers.checkValues ?? {};
  };
  return { store: { ...store, checkValues } as never, calls };
}

/** A request for an operation on templates. */
export function requestOf(
  changes: Partial<Omit<TemplateRequest, 'caller'>> & { caller?: Partial<Caller> } = {},
): TemplateRequest {
  return {
    id: 't1',
    params: {},
    query: {},
    body: undefined,
    ifMatch: undefined,
    ifNoneMatch: undefined,
    message: undefined,
    signal: new AbortController().signal,
    ...changes,
    caller: { ...localCaller('home'), ...changes.caller },
  };
}

/** What the caller of `requestOf` may use. */
export const everything = { account: 'home', ids: null, folder: null };
