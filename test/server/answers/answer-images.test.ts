import { expect, test } from 'vitest';
import type { ImageRequest } from '../../../src/contract/index.ts';
import { chooseImageForm, chooseKeptForm } from '../../../src/server/answers/answer-images.ts';

test.each<[Omit<ImageRequest, 'parts'>, string]>([
  [{ pdf: { version: '2.0' } }, '/pdf/version is only for PDFs: images have no PDF version'],
  [{ pdf: { linearize: true } }, '/pdf/linearize is only for PDFs: images are not linearized'],
  [{ pdf: { conformance: [] } }, '/pdf/conformance is only for PDFs: images conform to no PDF standard'],
  [{ pdf: { attachments: [] } }, '/pdf/attachments is only for PDFs: images have no attachments'],
  [{ image: { format: 'jpeg', transparent: true } }, '/image/transparent is not for "jpeg", which has no transparency'],
])('the request %o for images is refused by the name of its field', (request, message) => {
  for (const choose of [chooseImageForm, chooseKeptForm]) {
    expect(() => choose({ parts: 'x', ...request }, undefined)).toThrow(message);
  }
});

test('options that change the pixels of a PDF change its images too', () => {
  const request = { parts: 'x', pdf: { image_dpi: 50, image_quality: 20 } };
  expect(chooseImageForm(request, 'image/png')).toEqual({ image: { format: 'png' }, accepted: ['image/png'] });
});
