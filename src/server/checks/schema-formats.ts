import { formats } from '../../contract/index.ts';

/** Every string format that the contract's schemas name. */
export const schemaFormats: Record<string, (text: string) => boolean> = { ...formats, 'date-time': isDateTime };

/** RFC 3339, section 5.6, with a real date. */
function isDateTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text)) return false;
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(Date.parse(text)) && day.toISOString().slice(0, 10) === text.slice(0, 10);
}
