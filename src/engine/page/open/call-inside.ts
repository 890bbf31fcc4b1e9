import { DevToolsError, type Session } from '../../../browser/index.ts';
import { EngineError } from '../../../children/index.ts';
import type {
  ElementCalls,
  FootnoteCalls,
  FormCalls,
  HyphenationCalls,
  PageCalls,
  PagedCalls,
} from '../../../injected/calls.ts';
import { type IsolatedProgram, readProgram } from './injected-programs.ts';

/** What a call needs of a page. */
export interface CalledPage extends Session {
  /** Id of the main frame, which is also that of its target. */
  frame: string;
  /** The isolated world of the document on show (DevTools ExecutionContextId); undefined once its document is gone. */
  world: number | undefined;
  /** The programs in this world; undefined once its document is gone. */
  installed: Installed | undefined;
}

/** The programs that are installed in a world. */
interface Installed {
  world: number;
  programs: Set<IsolatedProgram>;
}

/** The programs of calls; `page` has all others. */
const programs: Partial<Record<string, IsolatedProgram>> & ProgramsByCall = {
  findHyphenatedLanguages: 'hyphenation',
  setHyphens: 'hyphenation',
  markControls: 'forms',
  placeNotes: 'footnotes',
  showRunning: 'paged',
  hideRunning: 'paged',
  readPaged: 'paged',
  writePaged: 'paged',
  applyNth: 'paged',
  findBleedReach: 'paged',
  writeSheets: 'paged',
  listStyles: 'paged',
  replaceStyles: 'paged',
};

type ProgramsByCall = Record<keyof PagedCalls, 'paged'> &
  Record<keyof FootnoteCalls, 'footnotes'> &
  Record<keyof HyphenationCalls, 'hyphenation'> &
  Record<keyof FormCalls, 'forms'>;

/** What a call gives once its promise is settled. */
export type CallResult<N extends keyof PageCalls> = Awaited<ReturnType<PageCalls[N]>>;

/**
 * Calls a function of the program inside a page, in an isolated world of the main frame, and returns its value. Arguments and value are
 * JSON. A program is installed with the first of its calls in a document. If the page navigates meanwhile, calls it again in the next document. Throws
 * `wait_failed` with the exception of the function.
 */
export async function callInside<N extends keyof PageCalls>(
  page: CalledPage,
  name: N,
  args: Parameters<PageCalls[N]>,
): Promise<CallResult<N>> {
  for (;;) {
    try {
      const { result, exceptionDetails } = await page.send('Runtime.callFunctionOn', {
        ...(await address(page, name)),
        arguments: args.map((value: unknown) => ({ value })),
        awaitPromise: true,
        returnByValue: true,
      });
      if (exceptionDetails) throw new EngineError('wait_failed', firstLine(exceptionDetails.exception?.description));
      return result.value as CallResult<N>;
    } catch (error) {
      if (!hasNavigated(error)) throw error;
      page.installed = undefined;
    }
  }
}

/**
 * Calls a function of the program inside a page that finds elements, in the document on show. Returns their ids (DevTools RemoteObjectId),
 * undefined for what it has not found. Throws DevToolsError if the document has left.
 */
export async function findInside<N extends keyof ElementCalls>(
  page: CalledPage,
  name: N,
  args: Parameters<ElementCalls[N]>,
): Promise<(string | undefined)[]> {
  const { result, exceptionDetails } = await page.send('Runtime.callFunctionOn', {
    ...(await address(page, name)),
    arguments: args.map((value: unknown) => ({ value })),
  });
  if (exceptionDetails || result.objectId === undefined) return [];
  const { result: items } = await page.send('Runtime.getProperties', {
    objectId: result.objectId,
    ownProperties: true,
  });
  const found: (string | undefined)[] = [];
  for (const { name: index, value } of items) if (/^\d+$/.test(index)) found[Number(index)] = value?.objectId;
  return found;
}

/** Where a call runs, in a world with its program. */
async function address(page: CalledPage, name: keyof PageCalls | keyof ElementCalls) {
  const installed = page.installed ?? { world: await enterWorld(page), programs: new Set() };
  page.installed = installed;
  const program = programs[name] ?? 'page';
  if (!installed.programs.has(program)) {
    page.post('Runtime.evaluate', { expression: readProgram(program), contextId: installed.world });
    installed.programs.add(program);
  }
  // Runtime.callFunctionOn takes the text of a function. This one only names a function of the program, which src/injected has.
  const functionDeclaration = `function (...args) { return ${program}.${name}(...args); }`;
  return { functionDeclaration, executionContextId: installed.world };
}

/** The isolated world of the document on show. */
async function enterWorld(page: CalledPage): Promise<number> {
  const { executionContextId } = await page.send('Page.createIsolatedWorld', {
    frameId: page.frame,
    worldName: 'platen',
  });
  page.world = executionContextId;
  return executionContextId;
}

/** The first line of an exception's description, at most 200 characters. */
export function firstLine(description: string | undefined): string {
  return (description ?? 'The expression failed.').slice(0, 200).split('\n')[0] ?? '';
}

/** Whether a command failed because the page navigated to another document. */
export function hasNavigated(error: unknown): boolean {
  return (
    error instanceof DevToolsError &&
    /context was destroyed|Cannot find context|navigated or closed|No frame for given id/.test(error.message)
  );
}
