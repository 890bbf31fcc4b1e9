import type { FromSchema } from 'json-schema-to-ts';
import { limits } from './limits.ts';
import {
  answerOf,
  closed,
  exactly,
  id,
  type ListPage,
  pageOf,
  pageQuery,
  time,
  timeOrNull,
  whole,
} from './schema-shapes.ts';

/** The events of webhooks. */
export const webhookEvents = ['render.done', 'render.failed', 'render.cancelled'] as const;

/** Seconds for which the old secret of a rotated webhook still signs by default. */
export const defaultSecretOverlapSeconds = 86_400;

const webhookFields = {
  id,
  address: { type: 'string', description: 'Where events are sent.' },
  events: { type: 'array', items: { type: 'string', enum: webhookEvents }, description: 'Events that are sent.' },
  enabled: {
    type: 'boolean',
    description: 'Whether events are sent. A 410 (Gone) response disables the webhook.',
  },
  created_at: { ...time, description: 'When it was made, ISO 8601 in UTC.' },
  created_by: { type: ['string', 'null'], description: 'Who created it.' },
  old_secret_until: {
    ...timeOrNull,
    description: 'Until when the previous secret also signs; null if only one secret signs.',
  },
} as const;

const webhookSchema = {
  title: 'Webhook',
  description: 'A webhook, without its secret.',
  ...whole(webhookFields),
} as const;

const newWebhookSchema = {
  title: 'NewWebhook',
  description: 'A webhook with its secret, which is shown only once.',
  ...whole({
    ...webhookFields,
    secret: { type: 'string', description: 'What signs the events: "whsec_" and 32 random bytes in base64.' },
  }),
} as const;

const deliverySchema = {
  title: 'Delivery',
  description: 'An event on its way to a webhook.',
  ...whole({
    id: { ...id, description: 'The id, a UUID: what the header webhook-id says, the same in each attempt.' },
    event: { type: 'string', enum: [...webhookEvents, 'webhook.test'], description: 'The event.' },
    render: { type: ['string', 'null'], format: 'uuid', description: 'The render; null for a test.' },
    state: {
      type: 'string',
      enum: ['waiting', 'delivered', 'failed'],
      description: 'Whether it arrived, will be sent again, or was given up.',
    },
    created_at: { ...time, description: 'When it happened, ISO 8601 in UTC.' },
    attempts: { type: 'integer', description: 'How often it was sent.' },
    attempted_at: { ...timeOrNull, description: 'The last attempt; null before the first.' },
    status: { type: ['integer', 'null'], description: 'What the last attempt was answered; null for nothing.' },
    failure: {
      type: ['string', 'null'],
      enum: [
        'not_allowed',
        'unreachable',
        'tls_failed',
        'timeout',
        'broken_off',
        'disabled',
        'secret_unreadable',
        null,
      ],
      description: 'Why the last attempt had no response; null if it had one.',
    },
    ms: { type: ['integer', 'null'], description: 'Milliseconds that the last attempt took.' },
    next_attempt_at: {
      ...timeOrNull,
      description: 'Time of the next attempt, also while it is sent; null if no attempt follows.',
    },
  }),
} as const;

const address = {
  type: 'string',
  format: 'http-address',
  maxLength: limits.webhookAddress,
  description: "The https URL that receives events. Plain http needs the operator's permission (--allow).",
} as const;
const events = {
  type: 'array',
  minItems: 1,
  uniqueItems: true,
  items: { type: 'string', enum: webhookEvents },
  description: 'Events to send. Default: all.',
} as const;

/** The body that makes a webhook. Default of `events`: all. */
export const webhookCreationSchema = {
  title: 'WebhookCreation',
  ...exactly({
    webhook: {
      ...closed,
      required: ['address'],
      properties: { address, events },
    },
  }),
} as const;

/** The body that changes a webhook: what it does not name stays. */
export const webhookUpdateSchema = {
  title: 'WebhookUpdate',
  ...exactly({
    webhook: {
      ...closed,
      minProperties: 1,
      properties: {
        address,
        events: { ...events, description: 'Events that are sent.' },
        enabled: {
          type: 'boolean',
          description: 'Whether events are sent. One that ended with an answer of 410 is turned on again with true.',
        },
      },
    },
  }),
} as const;

/** `{"data": webhook}`. */
export const webhookAnswerSchema = answerOf(webhookSchema);

/** The body that gives a webhook a new secret. */
export const webhookRotationSchema = {
  title: 'WebhookRotation',
  ...exactly({
    rotation: {
      ...closed,
      properties: {
        overlap_seconds: {
          type: 'integer',
          minimum: 0,
          maximum: limits.secretOverlapSeconds,
          description: 'Seconds for which the old secret also signs. Default 86400 (one day); 0 ends it immediately.',
        },
      },
    },
  }),
} as const;

/** The query of a list of deliveries. Its values arrive as text. */
export const deliveryListQuerySchema = {
  ...closed,
  properties: {
    ...pageQuery('Deliveries'),
    state: { type: 'string', enum: ['waiting', 'delivered', 'failed'], description: 'Only those in this state.' },
  },
} as const;

/** `{"data": webhook}` of a new webhook or a new secret. */
export const newWebhookAnswerSchema = answerOf(newWebhookSchema);

/** `{"data": [webhook]}`: the webhooks of the account, oldest first. */
export const webhookListAnswerSchema = answerOf({ type: 'array', items: webhookSchema });

/** `{"data": delivery}`. */
export const deliveryAnswerSchema = answerOf(deliverySchema);

/** A page of deliveries, newest first. `next` is the `after` of the following page, or null on the last page. */
export const deliveryListAnswerSchema = pageOf(deliverySchema);

/** What a webhook is notified of. */
export type WebhookEventType = (typeof webhookEvents)[number];
/** A webhook as it travels, without its secret. */
export type Webhook = FromSchema<typeof webhookSchema>;
/** A webhook with a new secret. */
export type NewWebhook = FromSchema<typeof newWebhookSchema>;
/** An event on its way, as it travels. */
export type Delivery = FromSchema<typeof deliverySchema>;
/** What the creation of a webhook takes. */
export type WebhookCreation = FromSchema<typeof webhookCreationSchema>['webhook'];
/** What the change of a webhook takes. */
export type WebhookChanges = FromSchema<typeof webhookUpdateSchema>['webhook'];
/** What the rotation of a secret takes. */
export type WebhookRotation = FromSchema<typeof webhookRotationSchema>['rotation'];
/** Which deliveries to list. */
export type DeliveryListQuery = FromSchema<typeof deliveryListQuerySchema>;
/** A page of deliveries, newest first. `next` is the `after` of the following page, or null on the last page. */
export type DeliveryList = ListPage<Delivery>;
