import { describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../src/client/webhooks/verify-webhook.ts';
import { webhookEvents } from '../../../src/contract/index.ts';
import { EngineError } from '../../../src/engine/index.ts';
import { buildOutside, openReceiver, type WebhookReceiver } from '../../helpers/webhook-receiver.ts';
import { openBackgroundService } from '../jobs/background-service.ts';
import { done as result } from '../test-service.ts';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** A service that does renders in the background and tells a receiver of them. */
async function open(receiver: WebhookReceiver) {
  const service = await openBackgroundService();
  Object.assign(service.engine, buildOutside([receiver.port]));
  const { webhooks, deliveries } = await service.store.webhooks();
  const wish = { address: receiver.address, events: webhookEvents, secret, createdBy: 'test' };
  const { id } = await webhooks.create('a', wish, 20);
  const list = async () => (await deliveries.list('a', id, { limit: 100 })).deliveries;
  const submit = async (body?: object) => (await service.submit(body)).json().data.id as string;
  return { ...service, list, submit };
}

describe('a render in the background', () => {
  it('is reported as it ends: done, failed or cancelled, as the service answers it', async () => {
    const receiver = await openReceiver();
    const { background, webhooks, engine, submit, send, until } = await open(receiver);
    background.observe({ onEnded: () => webhooks.nudge() });
    const cancelled = await submit();
    await send('DELETE', `/api/v1/renders/${cancelled}`);
    background.start();
    const templates = [{ part: 0, id: '0193a7c2-5b1e-7c3d-9f20-8a4b6c1d2e3f', revision: 7 }];
    engine.answer = async () => ({ ...result, templates });
    const done = await submit();
    await until(done, 'done');
    engine.answer = async () => {
      throw new EngineError('page_failed', 'The page answered with status 500.');
    };
    const failed = await submit();
    await until(failed, 'failed');
    await expect.poll(() => receiver.got.length).toBe(3);
    const events = receiver.got.map(({ headers, body }) => verifyWebhook(body, headers, secret));
    const byType = Object.fromEntries(events.map(({ type, data }) => [type, data]));
    for (const [type, id] of Object.entries({ cancelled, done, failed })) {
      const { data } = (await send('GET', `/api/v1/renders/${id}`)).json();
      expect(byType[`render.${type}`]).toEqual(data);
    }
    expect(byType['render.done']).toMatchObject({ templates });
    expect(byType['render.failed']).toMatchObject({ status: 'failed', error: { code: 'page_failed' } });
  });

  it('is reported also where its service dies right after its end', async () => {
    const receiver = await openReceiver();
    const { background, webhooks, submit, until, list } = await open(receiver);
    background.start();
    const id = await submit();
    await until(id, 'done');
    // Nobody was told so far, as after a kill.
    expect(await list()).toEqual([]);
    webhooks.nudge();
    await expect
      .poll(async () => (await list()).map(({ render, state }) => [render, state]))
      .toEqual([[id, 'delivered']]);
  });

  it('is reported also where it is forgotten at once', async () => {
    const receiver = await openReceiver();
    const { background, submit, send, until, list } = await open(receiver);
    background.start();
    const id = await submit();
    await until(id, 'done');
    expect((await send('DELETE', `/api/v1/renders/${id}`)).statusCode).toBe(204);
    expect(await list()).toMatchObject([{ render: id, event: 'render.done' }]);
  });
});
