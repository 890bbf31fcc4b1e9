import { describeBounds, describeType, type Schema } from './describe-schema.ts';
import { type Html, html } from './html.ts';

/** The fields of an object, each with its type and its meaning. */
export function buildFields(schema: Schema): Html {
  return buildTable(['Field', 'Value', 'Meaning'], listFields(schema, ''));
}

/** A row for each field; those of an object without a name follow it, under its own. */
function listFields({ properties = {}, required = [] }: Schema, above: string): Html[][] {
  return Object.entries(properties).flatMap(([name, field]) => {
    const inner = field.title === undefined && field.properties !== undefined;
    const row = [
      html`${writeName(above + name)}${required.includes(name) && html` <span class="must">required</span>`}`,
      inner ? html`object` : describeType(field),
      html`${field.description}${bound(field)}`,
    ];
    return inner ? [row, ...listFields(field, `${above}${name}.`)] : [row];
  });
}

/** A name that may break after an underscore or a dot, in a narrow window. */
export function writeName(name: string): Html {
  return {
    html: name
      .split(/(?<=[_.])/)
      .map((piece) => html`${piece}`.html)
      .join('<wbr>'),
  };
}

/** The bounds of a value on their own line, or nothing. */
export function bound(schema: Schema): Html | false {
  const words = describeBounds(schema);
  return words !== '' && html`<span class="bound">${words}</span>`;
}

/** A table; the first cell of a row is a name. */
export function buildTable(heads: string[], rows: Html[][]): Html {
  return html`<div class="table"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`;
}
