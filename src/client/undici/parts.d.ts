// undici's own types name its entry point alone.
declare module 'undici/lib/api/api-connect.js' {
  import type { Dispatcher } from 'undici';
  export default Dispatcher.prototype.connect;
}
declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';
  export default Dispatcher.prototype.request;
}
declare module 'undici/lib/dispatcher/dispatcher.js' {
  import { Dispatcher } from 'undici';
  export default Dispatcher;
}
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}
declare module 'undici/lib/dispatcher/proxy-agent.js' {
  import { ProxyAgent } from 'undici';
  export default ProxyAgent;
}
declare module 'undici/lib/llhttp/llhttp_simd-wasm.js' {
  const parser: Uint8Array<ArrayBuffer>;
  export default parser;
}
