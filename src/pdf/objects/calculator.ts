/** A program of a PostScript calculator function: numbers, operators and procedures (ISO 32000-2, 7.10.5). */
export type Calculation = (number | string | Calculation)[];

/** Values on the stack. */
type Stack = (number | boolean)[];

/** Operators on the two numbers on top of the stack. */
const binary = new Map<string, (one: number, other: number) => number | boolean>(
  Object.entries({
    add: (one, other) => one + other,
    sub: (one, other) => one - other,
    mul: (one, other) => one * other,
    div: (one, other) => one / other,
    le: (one, other) => one <= other,
    gt: (one, other) => one > other,
  }),
);

/** Reads a program without its outer braces; undefined if its braces do not match. */
export function readCalculation(code: string): Calculation | undefined {
  const program: Calculation = [];
  const open: Calculation[] = [program];
  for (const word of code.match(/[{}]|[^\s{}]+/g) ?? []) {
    const number = Number(word);
    if (word === '{') {
      const inner: Calculation = [];
      open.at(-1)?.push(inner);
      open.push(inner);
    } else if (word === '}') open.pop();
    else open.at(-1)?.push(Number.isNaN(number) ? word : number);
  }
  return open.length === 1 && open[0] === program ? program : undefined;
}

/** Runs a program on a stack. False if it uses an operator that is not known here. */
export function runCalculation(program: Calculation, stack: Stack): boolean {
  const procedures: Calculation[] = [];
  for (const word of program) {
    if (typeof word === 'number') stack.push(word);
    else if (typeof word === 'object') procedures.push(word);
    else if (word === 'if' || word === 'ifelse') {
      const otherwise = word === 'ifelse' ? procedures.pop() : [];
      const then = procedures.pop();
      const chosen = stack.pop() === true ? then : otherwise;
      if (chosen === undefined || !runCalculation(chosen, stack)) return false;
    } else if (!runOperator(word, stack)) return false;
  }
  return true;
}

function runOperator(word: string, stack: Stack): boolean {
  const top = stack.pop();
  if (top === undefined) return false;
  if (word === 'pop') return true;
  if (word === 'dup') return stack.push(top, top) > 0;
  const below = stack.pop();
  if (below === undefined) return false;
  if (word === 'exch') return stack.push(top, below) > 0;
  if (word === 'and') return stack.push(below === true && top === true) > 0;
  const compute = binary.get(word);
  return compute !== undefined && stack.push(compute(Number(below), Number(top))) > 0;
}
