import type { ComponentChildren } from 'preact';

/** A column of a table. */
export interface Column<T> {
  head: string;
  cell: (row: T) => ComponentChildren;
  /** Numbers stand at the right, in figures of one width. */
  isNumber?: boolean;
  /** Holds what people have named: a long word breaks rather than widen the page. That of the first column does anyway. */
  isName?: boolean;
  /** The head is for screen readers alone. */
  isUnnamed?: boolean;
  /**
   * As in CSS. Where a column has one, no column moves while its cells change, and a long word breaks in its column rather than widen
   * the page. Default: what the cells need.
   */
  width?: string;
}

interface TableProps<T> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  keyOf: (row: T) => string;
  isFaded?: (row: T) => boolean;
}

/** A table; on a narrow screen each row becomes a card. The first column names the row. */
export function Table<T>({ label, columns, rows, keyOf, isFaded }: TableProps<T>) {
  return (
    <table class={columns.some(({ width }) => width !== undefined) ? 'steady' : undefined}>
      <caption class="unseen">{label}</caption>
      <thead>
        <tr>
          {columns.map(({ head, isNumber, isUnnamed, width }) => (
            <th key={head} scope="col" class={isNumber ? 'number' : undefined} style={width && { width }}>
              {isUnnamed ? <span class="unseen">{head}</span> : head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} class={isFaded?.(row) ? 'faded' : undefined}>
            {columns.map(({ head, cell, isNumber, isName, isUnnamed }, index) => {
              const style = isNumber ? 'number' : isName ? 'name' : isUnnamed ? 'unnamed' : undefined;
              if (index === 0)
                return (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                );
              return (
                <td key={head} class={style} data-head={isUnnamed ? undefined : head}>
                  {cell(row)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
