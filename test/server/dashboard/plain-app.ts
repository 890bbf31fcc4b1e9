import Fastify, { type FastifyInstance } from 'fastify';

/** A server without a network for routes of the dashboard. It answers what they throw with 400, the code and the message. */
export function openPlainApp(): FastifyInstance {
  const app = Fastify();
  app.decorateRequest('caller', undefined as never);
  app.decorateRequest('account', '');
  app.decorateRequest('keyId', '');
  app.decorateRequest('bodySize', 0);
  app.setErrorHandler<Error & { code: string }>((error, _request, reply) =>
    reply.code(400).send([error.code, error.message]),
  );
  return app;
}
