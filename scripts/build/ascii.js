// Writes what is beyond ASCII as \u escapes. A single ellipsis makes Node keep the whole file in twice the memory, and it takes
// twice as long to read.
import { parseSync } from 'rolldown/utils';

const beyond = /[^\0-\x7f]/g;
const spell = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The plugin for the bundler. A file that has such a character where an escape would mean something else stays as it is. */
export const ascii = {
  name: 'ascii',
  // Here and not where a file is rendered, because the bundler writes the characters once more after that.
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = spellOut(file.fileName, file.code);
  },
};

function spellOut(name, code) {
  if (code.search(beyond) === -1) return code;
  for (const { start, end } of findLiteral(parseSync(name, code).program)) {
    if (code.slice(start, end).search(beyond) !== -1) return code;
  }
  return code.replace(beyond, spell);
}

/** The nodes whose very characters count: patterns, tagged templates and names. */
function* findLiteral(node) {
  if (node.regex || node.type === 'TaggedTemplateExpression' || node.type === 'Identifier') yield node;
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (child?.type) yield* findLiteral(child);
  }
}
