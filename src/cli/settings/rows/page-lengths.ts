import { type Options, pageSizes } from '../../../contract/index.ts';

const unit = 'px|pt|pc|in|cm|mm|Q';

/** The size that a text names, such as A4 or 210x297mm; undefined for any other text. */
export function parsePageSize(text: string): NonNullable<Options['page_size']> | undefined {
  const pattern = new RegExp(`^(\\d+(?:\\.\\d+)?)(${unit})?\\s*[x×, ]\\s*(\\d+(?:\\.\\d+)?)(${unit})$`, 'i');
  const [, width, first, height, last] = pattern.exec(text.trim()) ?? [];
  if (width === undefined || height === undefined || last === undefined) {
    return pageSizes.find((name) => name.toLowerCase() === text.trim().toLowerCase());
  }
  return { width: `${width}${first ?? last}`, height: `${height}${last}` };
}

/** The margins that one to four CSS lengths mean, as in CSS; undefined for any other text. */
export function parseMargin(text: string): NonNullable<Options['margin']> | undefined {
  const lengths = text.trim().split(/\s+/);
  const valid = new RegExp(`^(0|\\d+(\\.\\d+)?(${unit}))$`);
  if (lengths.length > 4 || !lengths.every((length) => valid.test(length))) return undefined;
  const [top = '0', right = top, bottom = top, left = right] = lengths;
  return lengths.length === 1 ? top : { top, right, bottom, left };
}
