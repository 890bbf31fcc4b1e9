import { buildDict, PdfRef, PdfStream, PdfString } from '../objects/objects.ts';

/** Entries of the tone curve. Between them readers draw straight lines, which differ by less than a step of 8 bits. */
const curveEntries = 256;

const d50 = [0.9642, 1, 0.8249];

/** The colorants of sRGB (IEC 61966-2-1), adapted to D50 as the connection space of ICC profiles wants it. */
const colorants = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
};

/** What the colours of a document of ours are: sRGB (ISO 19005-2, 6.2.3; ISO 32000-2, 14.11.5). */
export function buildSrgbIntent(): PdfRef {
  const profile = new PdfRef(new PdfStream(buildDict({ N: 3 }), buildSrgbProfile()));
  const name = new PdfString('sRGB');
  return new PdfRef(
    buildDict({
      Type: 'OutputIntent',
      S: 'GTS_PDFA1',
      OutputConditionIdentifier: name,
      Info: name,
      DestOutputProfile: profile,
    }),
  );
}

/**
 * The smallest profile that says sRGB to every reader: a matrix and a curve, version 2.1 of the format (ICC.1:1998-09).
 * Made here, so that it brings no licence along.
 */
export function buildSrgbProfile(): Buffer {
  const curve = buildCurve();
  const tags: [string, Buffer][] = [
    ['desc', buildDescription('sRGB')],
    ['cprt', buildText('CC0')],
    ['wtpt', buildPoint(d50)],
    ...Object.entries(colorants).map(([name, point]): [string, Buffer] => [name, buildPoint(point)]),
    ...['rTRC', 'gTRC', 'bTRC'].map((name): [string, Buffer] => [name, curve]),
  ];
  const table = Buffer.alloc(4 + 12 * tags.length);
  table.writeUInt32BE(tags.length);
  const bodies = new Map<Buffer, number>();
  let end = 128 + table.length;
  for (const [index, [name, body]] of tags.entries()) {
    const offset = bodies.get(body) ?? end;
    if (offset === end) end += body.length;
    bodies.set(body, offset);
    table.write(name, 4 + 12 * index, 'latin1');
    table.writeUInt32BE(offset, 8 + 12 * index);
    table.writeUInt32BE(body.length, 12 + 12 * index);
  }
  return Buffer.concat([buildHeader(end), table, ...bodies.keys()]);
}

function buildHeader(size: number): Buffer {
  const header = Buffer.alloc(128);
  header.writeUInt32BE(size);
  header.writeUInt32BE(0x02100000, 8);
  header.write('mntrRGB XYZ ', 12, 'latin1');
  // The date of the profile: the first day of 2000, the same in every file.
  for (const [index, number] of [2000, 1, 1].entries()) header.writeUInt16BE(number, 24 + 2 * index);
  header.write('acsp', 36, 'latin1');
  writePoint(header, 68, d50);
  return header;
}

function buildPoint(point: readonly number[]): Buffer {
  const body = Buffer.alloc(20);
  body.write('XYZ ', 'latin1');
  writePoint(body, 8, point);
  return body;
}

/** Numbers of 16 bits before and 16 bits behind the point. */
function writePoint(body: Buffer, offset: number, point: readonly number[]): void {
  for (const [index, number] of point.entries()) body.writeInt32BE(Math.round(number * 65536), offset + 4 * index);
}

/** The transfer function of sRGB (IEC 61966-2-1, 5.2). */
function buildCurve(): Buffer {
  const body = Buffer.alloc(12 + 2 * curveEntries);
  body.write('curv', 'latin1');
  body.writeUInt32BE(curveEntries, 8);
  for (let entry = 0; entry < curveEntries; entry++) {
    const value = entry / (curveEntries - 1);
    const linear = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    body.writeUInt16BE(Math.round(linear * 65535), 12 + 2 * entry);
  }
  return body;
}

function buildText(text: string): Buffer {
  return Buffer.from(`text\0\0\0\0${text}\0`.padEnd(Math.ceil((9 + text.length) / 4) * 4, '\0'), 'latin1');
}

/** A description in ASCII, with none in Unicode and none for old Macs. */
function buildDescription(text: string): Buffer {
  const ascii = Buffer.from(`${text}\0`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(ascii.length);
  const body = Buffer.concat([Buffer.from('desc\0\0\0\0', 'latin1'), length, ascii, Buffer.alloc(78)]);
  return Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
}
