import { join, resolve } from 'node:path';
import { API, type Checker, type Program, SymbolFlags, type Type } from 'typescript/unstable/sync';

const root = resolve(import.meta.dirname, '../..');
const config = join(root, 'src', 'injected', 'tsconfig.json');

/** The program inside a page, with the types of its expressions. */
export interface ProgramTypes {
  program: Program;
  checker: Checker;
  /** The types of a form and of a document, whose properties other elements may hide. */
  hiding: Type[];
}

/** Reads the types of the program inside a page. */
export function withProgramTypes<T>(read: (types: ProgramTypes) => T): T {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [config] }).getProject(config);
    if (project === undefined) throw new Error('the project of src/injected was not opened');
    const { program, checker } = project;
    const hiding = ['HTMLFormElement', 'Document'].map((name) => {
      const symbol = checker.resolveName(name, SymbolFlags.Interface);
      if (symbol === undefined) throw new Error(`there is no type ${name}`);
      return checker.getDeclaredTypeOfSymbol(symbol);
    });
    return read({ program, checker, hiding });
  } finally {
    api.close();
  }
}
