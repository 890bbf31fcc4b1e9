import { createServer } from 'node:http';

/** Answers platen's render request with what `render` makes of its list of parts, and prints the address. */
export function serve(render) {
  const server = createServer(async (request, response) => {
    try {
      const chunks = [];
      for await (const chunk of request) chunks.push(chunk);
      const pdf = await render(JSON.parse(Buffer.concat(chunks).toString()).parts);
      response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf);
    } catch (error) {
      response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error?.stack ?? error));
    }
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}\n`));
}
