import { randomUUID } from 'node:crypto';

/**
 * The event that moves the clock of a document on (`src/injected/settle/clock.ts`). Its name is random, so that no page sends it by
 * accident; a page that finds it out moves nothing but its own clock.
 */
export const stepEvent = `step-${randomUUID()}`;
