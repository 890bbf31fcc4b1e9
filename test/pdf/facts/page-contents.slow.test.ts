import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { PageContents } from '../../../src/pdf/facts/page-contents.ts';
import { buildDict, PdfRef, PdfStream } from '../../../src/pdf/objects/objects.ts';

/** A form with 40 MB of spaces, and one image that no other form draws. */
function makeForm(): PdfRef {
  const image = new PdfStream(buildDict({ Subtype: 'Image', Width: 1, Height: 1 }), Buffer.alloc(0));
  const resources = buildDict({ XObject: buildDict({ i: new PdfRef(image) }) });
  const content = Buffer.concat([Buffer.alloc(40 * 1024 * 1024, ' '), Buffer.from('/i Do')]);
  const dict = buildDict({ Subtype: 'Form', Filter: 'FlateDecode', Resources: resources });
  return new PdfRef(new PdfStream(dict, deflateSync(content, { level: 1 })));
}

it('unpacks at most 64 MB of content for each page, however many forms hold it', () => {
  const contents = new PageContents();
  const draw = new PdfRef(new PdfStream(new Map(), Buffer.from('/a Do /b Do')));
  const resources = buildDict({ XObject: buildDict({ a: makeForm(), b: makeForm() }) });
  const page = buildDict({ Contents: draw, Resources: resources });
  contents.readPage(page, 1);
  expect(contents.images).toHaveLength(1);
  contents.readPage(page, 2);
  expect(contents.images.map((image) => image.page)).toEqual([1, 2]);
});
