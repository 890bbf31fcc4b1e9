import { Tokenizer } from 'liquidjs';
import { readExact } from './exact-number.ts';

/**
 * Makes Liquid keep every digit of the numbers in a template: its reader makes a JavaScript number of each, which rounds
 * 9007199254740993 and 1.00000000000000000001.
 */
export function keepLiterals(): void {
  const { readNumber } = Tokenizer.prototype;
  Tokenizer.prototype.readNumber = function () {
    const token = readNumber.call(this);
    // Liquid only passes the content on; it declares a number because it makes no other.
    if (token) token.content = readExact(token.getText()) as number;
    return token;
  };
}
