import type { Page } from '../../../src/engine/page/open/page.ts';

/** A page that prints what it is given, and notes what it is asked for. */
export interface FakePage {
  page: Page;
  /** The calls of the program inside it, each its name and its arguments. */
  calls: [name: string, ...args: unknown[]][];
  /** The settings of its prints. */
  prints: Record<string, unknown>[];
  /** The commands that nobody waits for. */
  posts: unknown[][];
}

/** Makes a page. `print` gives the PDF of each print, from 0, and `answers` what the program inside it returns. */
export function fakePage(
  print: (count: number) => Uint8Array,
  answers: Record<string, (...args: never[]) => unknown> = {},
): FakePage {
  const calls: FakePage['calls'] = [];
  const prints: FakePage['prints'] = [];
  const posts: unknown[][] = [];
  const page = {
    world: undefined,
    post: (...command: unknown[]) => void posts.push(command),
    fetchData: async (_name: string, settings: Record<string, unknown>) => {
      prints.push(settings);
      return print(prints.length - 1);
    },
    call: async (name: string, ...args: unknown[]) => {
      calls.push([name, ...args]);
      return answers[name]?.(...(args as never[]));
    },
  };
  return { page: page as unknown as Page, calls, prints, posts };
}
