// Set up for unit tests: they start no process and open no network, so that `npm run test:unit` stays fast and runs anywhere.
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

function refuse(): never {
  throw new Error('a unit test starts no process and opens no network: name its file *.system.test.ts');
}

for (const name of ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'] as const) {
  Object.assign(childProcess, { [name]: refuse });
}
syncBuiltinESMExports();
net.Server.prototype.listen = refuse;
net.Socket.prototype.connect = refuse;
