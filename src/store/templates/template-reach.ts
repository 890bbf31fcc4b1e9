import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Tables } from '../rows/tables.ts';

/** The templates of an account that a caller may see. */
export interface TemplateReach {
  account: string;
  /** Only those in this folder and in the folders below it. Default: all. */
  folder?: string | null | undefined;
  /** Only these. Default: all. */
  ids?: readonly string[] | null | undefined;
}

/** A reach, or an account for all of its templates. */
export type Reach = string | TemplateReach;

/** A condition on rows of `templates`. */
export type TemplateCondition = (row: ExpressionBuilder<Tables, 'templates'>) => Expression<SqlBool>;

/** The account of a reach. */
export function accountOf(reach: Reach): string {
  return typeof reach === 'string' ? reach : reach.account;
}

/** The condition that a row is within reach, in the statement that reads or changes it. */
export function inReach(reach: Reach): TemplateCondition {
  const { account, folder, ids } = typeof reach === 'string' ? { account: reach } : reach;
  return (row) =>
    row.and([
      row('templates.account', '=', account),
      ...(folder ? [isBelow(folder)(row)] : []),
      // A list in SQL cannot be empty.
      ...(ids ? [ids.length === 0 ? row.lit(false) : row('templates.id', 'in', ids)] : []),
    ]);
}

/** The condition that a template is in a folder or below it. */
export function isBelow(folder: string): TemplateCondition {
  const start = `${folder}/`;
  return (row) => {
    const path = row(row.ref('templates.folder'), '||', row.val('/'));
    return row(row.fn<string>('substr', [path, row.lit(1), row.lit([...start].length)]), '=', start);
  };
}

/** The condition that a text is in the name or the slug, without regard to the case of ASCII letters. */
export function hasText(text: string): TemplateCondition {
  const wanted = text.toLowerCase();
  return (row) =>
    row.or([
      contains(row, row.fn<string>('lower', ['templates.name']), wanted),
      contains(row, row.ref('templates.slug'), wanted),
    ]);
}

/** The condition that a template has a tag. Tags have no character that JSON escapes. */
export function hasTag(tag: string): TemplateCondition {
  return (row) => contains(row, row.ref('templates.tags'), JSON.stringify(tag));
}

/** Whether a text contains another one. SQLite and Postgres share no function for this, and `like` has wildcards. */
function contains(
  row: ExpressionBuilder<Tables, 'templates'>,
  text: Expression<string | null>,
  wanted: string,
): Expression<SqlBool> {
  return row(row.fn<string>('replace', [text, row.val(wanted), row.val('')]), '<>', text);
}
