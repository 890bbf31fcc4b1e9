// The parts of undici that every request needs. Its entry point loads every kind of agent, cache and mock as well, which takes
// longer than a request.
import connect from 'undici/lib/api/api-connect.js';
import request from 'undici/lib/api/api-request.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// undici's entry point gives its dispatchers their methods in the same way.
Object.assign(Dispatcher.prototype, { connect, request });

export { Pool };
