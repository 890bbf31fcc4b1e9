// Takes of undici what the client uses. Its entry loads every kind of agent, cache and mock with it, which takes longer than a
// request. Of the parts that remain, those that the client never reaches are left out, and what Node brings for them is taken
// when it is asked for: node:http2 is left to fail in the way that undici foresees for a Node without it.
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';

const require = createRequire(import.meta.url);
const folder = dirname(require.resolve('undici/package.json'));
const library = join(folder, 'lib');
const part = (name) => JSON.stringify(join(library, name));

/** What stands for a part that is never reached: loaded with the others, it fails when it is used. */
const unused = (what) => `module.exports = function unused() { throw new Error('${what} is not used'); };`;

/** The same for a part that undici itself loads only when it is used. */
const missing = (what) => `throw new Error('${what} is not used');`;

/** Read from the package itself, which is there because platen depends on it. */
const wasm = 'undici/lib/llhttp/llhttp-wasm.js';

const { ERROR, TYPE } = require('undici/lib/llhttp/constants.js');

const instead = {
  'dispatcher/client-h2.js': unused('HTTP/2'),
  'dispatcher/socks5-proxy-agent.js': unused('SOCKS'),
  // A second parser, which has to be asked for.
  'dispatcher/parser-h1.js': 'module.exports = { getMiloEnabled: () => false };',
  // Requests have text for a body, or none.
  'web/fetch/body.js': missing('fetch'),
  'web/fetch/formdata.js': missing('FormData'),
  'web/webidl/index.js': missing('Web IDL'),
  // What it does not know is spelled out instead; building it takes longer than all the headers of a command.
  'core/tree.js': 'module.exports = { tree: { lookup: () => null } };',
  // Tables of which only these two are looked at.
  'llhttp/constants.js': `module.exports = ${JSON.stringify({ ERROR, TYPE })};`,
  // A file of its own, because as text in the code it would be read twice.
  'llhttp/llhttp_simd-wasm.js': `const parser = process.getBuiltinModule('node:fs').readFileSync(new URL('undici-parser.wasm', import.meta.url));
export { parser as 'module.exports' };`,
  // For processors without SIMD.
  'llhttp/llhttp-wasm.js': `module.exports = require('${wasm}');`,
};

/** Modules of Node, by what undici takes of them. */
const builtins = {
  'node:http2': missing('HTTP/2'),
  // Called some ten times for each request, and needed for the message alone.
  'node:assert': `module.exports = function assert(value, ...words) {
  if (!value) process.getBuiltinModule('node:assert')(value, ...words);
};`,
  // Asked for a class that no body has, and for a limit that is 16 KiB where no flag of Node sets it.
  'node:http': `const flags = [...process.execArgv, process.env.NODE_OPTIONS].join(' ');
module.exports = {
  IncomingMessage: class IncomingMessage {},
  maxHeaderSize: flags.includes('max-http-header-size') ? process.getBuiltinModule('node:http').maxHeaderSize : 16384,
};`,
};

/** Reads an answer of no one once the first request is sent: what V8 compiles for that is there when the true one comes. */
const warmParser = `
const warm = () => {
  channels.sendHeaders.unsubscribe(warm);
  setImmediate(() => {
    try {
      // The bytes are those of undici's own parser, and V8 compiles for all modules that have the same.
      const same = new WebAssembly.Module(wasm);
      const env = Object.fromEntries(WebAssembly.Module.imports(same).map(({ name }) => [name, () => 0]));
      const parser = new WebAssembly.Instance(same, { env }).exports;
      const answer = Buffer.from('HTTP/1.1 200 OK\\r\\ncontent-length: 2\\r\\n\\r\\n{}');
      const place = parser.malloc(answer.length);
      new Uint8Array(parser.memory.buffer, place, answer.length).set(answer);
      parser.llhttp_execute(parser.llhttp_alloc(${TYPE.RESPONSE}), place, answer.length);
    } catch {
      // Without SIMD undici takes another parser.
    }
  });
};
channels.sendHeaders.subscribe(warm);`;

const entries = {
  '\0undici': `import Dispatcher from ${part('dispatcher/dispatcher.js')};
import Pool from ${part('dispatcher/pool.js')};
import request from ${part('api/api-request.js')};
import { channels } from ${part('core/diagnostics.js')};
import * as parserFile from ${part('llhttp/llhttp_simd-wasm.js')};
const wasm = parserFile['module.exports'];
Dispatcher.prototype.request = request;
${warmParser}
export { Pool };`,
  '\0undici-proxy': `import Dispatcher from ${part('dispatcher/dispatcher.js')};
import ProxyAgent from ${part('dispatcher/proxy-agent.js')};
import connect from ${part('api/api-connect.js')};
import request from ${part('api/api-request.js')};
Object.assign(Dispatcher.prototype, { connect, request });
export { ProxyAgent };`,
};

/** The plugin for the bundler. */
export const undiciParts = {
  name: 'undici-parts',
  resolveId(id, importer = '') {
    if (id === 'undici') return importer.endsWith('proxy-dispatcher.ts') ? '\0undici-proxy' : '\0undici';
    if (id === wasm) return { id, external: true };
    return id.startsWith('node:') && importer.startsWith(folder) ? `\0undici:${id}.cjs` : null;
  },
  generateBundle() {
    const source = require('undici/lib/llhttp/llhttp_simd-wasm.js');
    this.emitFile({ type: 'asset', fileName: 'chunks/undici-parser.wasm', source });
  },
  load(id) {
    if (id in entries) return entries[id];
    if (id.startsWith('\0undici:')) {
      const name = id.slice('\0undici:'.length, -'.cjs'.length);
      return builtins[name] ?? `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`;
    }
    return id.startsWith(library) ? instead[relative(library, id).replaceAll(sep, '/')] : null;
  },
};
