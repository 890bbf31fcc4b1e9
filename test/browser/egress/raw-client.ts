import net from 'node:net';

/** Sends raw bytes to a port of this machine and gives everything that comes back until the connection ends. */
export async function exchange(port: number, bytes: string | Buffer): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1');
  socket.on('data', (text) => {
    answer += text;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await closing(socket);
  return answer;
}

/** Opens a tunnel through a proxy. Gives the connection, or undefined where it was closed without a word. */
export async function openTunnel(proxyPort: number, authority: string): Promise<net.Socket | undefined> {
  const socket = net.connect(proxyPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const head = 'HTTP/1.1 200 Connection Established\r\n\r\n';
  const data = new Promise<Buffer>((resolve) => socket.once('data', resolve));
  const first = await Promise.race([data, closing(socket)]);
  if (first === undefined) return undefined;
  const text = String(first);
  if (!text.startsWith(head)) throw new Error(`Not a tunnel: ${text}`);
  return socket;
}

/** The end of a connection, however it came: with an error too, unlike `events.once`. */
export function closing(socket: net.Socket): Promise<undefined> {
  return new Promise((resolve) => socket.once('close', () => resolve(undefined)));
}
