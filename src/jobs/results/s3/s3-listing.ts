/** An object of a bucket. */
interface ListedObject {
  key: string;
  bytes: number;
  changed: Date;
}

/** The objects in a page of a bucket's listing (S3, "ListObjects"). */
export function readObjects(page: string): ListedObject[] {
  return [...page.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: readText(entry, 'Key') ?? '',
    bytes: Number(readText(entry, 'Size')),
    changed: new Date(readText(entry, 'LastModified') ?? Number.NaN),
  }));
}

/** Whether more objects follow. */
export function isCut(page: string): boolean {
  return readText(page, 'IsTruncated') === 'true';
}

/** The text of an element, with the five escapes that XML has by itself read. */
function readText(xml: string, name: string): string | undefined {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(lt|gt|quot|apos|amp);/g, (_all, word: keyof typeof escapes) => escapes[word]);
}

const escapes = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
