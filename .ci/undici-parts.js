// Takes of undici what the client uses. Its entry loads every kind of agent, cache and mock with it, which takes longer than a
// request; and node:http2, which takes half as long, is left to fail in the way that undici foresees for a Node without it. Text
// beyond ASCII stands in comments alone, and would make Node keep all of it in twice the memory.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const folder = dirname(createRequire(import.meta.url).resolve('undici/package.json'));
const part = (name) => JSON.stringify(join(folder, 'lib', name));

const spell = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The plugin for the bundler. */
export const undiciParts = {
  name: 'undici-parts',
  resolveId(id, importer = '') {
    if (id === 'undici') return '\0undici';
    return id === 'node:http2' && importer.startsWith(folder) ? '\0no-http2.cjs' : null;
  },
  transform(code, id) {
    return id.startsWith(folder) && /[^\0-\x7f]/.test(code)
      ? { code: code.replace(/[^\0-\x7f]/g, spell), map: null }
      : null;
  },
  load(id) {
    if (id === '\0no-http2.cjs') return `throw new Error('HTTP/2 is not used');`;
    if (id !== '\0undici') return null;
    return `import Dispatcher from ${part('dispatcher/dispatcher.js')};
import Agent from ${part('dispatcher/agent.js')};
import ProxyAgent from ${part('dispatcher/proxy-agent.js')};
import request from ${part('api/api-request.js')};
Dispatcher.prototype.request = request;
export { Agent, ProxyAgent };`;
  },
};
