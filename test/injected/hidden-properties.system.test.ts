import { relative, resolve } from 'node:path';
import { type Node, SyntaxKind } from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isElementAccessExpression,
  isObjectBindingPattern,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync';
import { expect, test } from 'vitest';
import { type ProgramTypes, withProgramTypes } from './program-types.ts';

const root = resolve(import.meta.dirname, '../..');

/** Builds the test whether a value of a type may be a form or a document. */
function buildHidingTest({ checker, hiding }: ProgramTypes): (type: Type | undefined) => boolean {
  const mayHide = (type: Type): boolean => {
    if (type.flags & TypeFlags.Union) return (type as UnionType).getTypes().some(mayHide);
    const isNode = checker.getPropertyOfType(type, 'nodeType') !== undefined;
    return isNode && hiding.some((source) => checker.isTypeAssignableTo(source, type));
  };
  return (type) => type !== undefined && mayHide(type);
}

/** The expression whose property a node of the program reads; undefined for other nodes. */
function findOwner(node: Node): Node | undefined {
  if (isPropertyAccessExpression(node) || isElementAccessExpression(node)) return node.expression;
  if (isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword) return node.right;
  return isObjectBindingPattern(node) ? node : undefined;
}

/** Where a program reads a property of a node without `dom`, as lines of files. */
function listUnsafe(types: ProgramTypes): string[] {
  const { program, checker } = types;
  const mayHide = buildHidingTest(types);
  const found: string[] = [];
  for (const name of program.getSourceFileNames()) {
    const file = program.getSourceFile(name);
    if (file === undefined || !/\/src\/injected\/.*(?<!\.d)\.ts$/.test(name)) continue;
    const visit = (node: Node): void => {
      const owner = findOwner(node);
      // Prototypes have no names of elements.
      if (owner && !/\.prototype$/.test(owner.getText(file)) && mayHide(checker.getTypeAtLocation(owner))) {
        const line = file.text.slice(0, node.getStart(file)).split('\n').length;
        found.push(`${relative(root, name)}:${line} ${node.getText(file)}`);
      }
      node.forEachChild(visit);
    };
    visit(file);
  }
  return found;
}

test('the program inside a page reads the properties of nodes through `dom`, where no name of an element hides them', () => {
  expect(withProgramTypes(listUnsafe)).toEqual([]);
});
