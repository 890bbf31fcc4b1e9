import { expect, it } from 'vitest';
import { defaultTimeoutMs, limits, longestTimeoutMs } from '../../src/contract/index.ts';

const [kilobyte, megabyte, day] = [1024, 1024 ** 2, 86_400];

it('the service accepts this much, and no less in any version', () => {
  expect(limits).toEqual({
    templateName: 255,
    slug: 200,
    revisionMessage: 500,
    templateContent: 5 * megabyte,
    asset: 10 * megabyte,
    previewContext: megabyte,
    valuesSchema: 256 * kilobyte,
    jsonDepth: 64,
    jsonValues: 1_000_000,
    jsonNames: 50_000,
    body: 32 * megabyte,
    imagePixels: 50_000_000,
    images: 200,
    imageBytes: 128 * megabyte,
    parts: 100,
    listPage: 100,
    text: 1000,
    idempotencyKey: 255,
    address: 8192,
    keyName: 255,
    keyTemplates: 100,
    keyOverlapSeconds: 90 * day,
    keepSeconds: 30 * day,
    startAheadSeconds: 30 * day,
    destinationHeaders: 20,
    webhookAddress: 2048,
    webhooks: 20,
    secretOverlapSeconds: 30 * day,
  });
  expect([defaultTimeoutMs, longestTimeoutMs]).toEqual([30_000, 600_000]);
});
