import { CaptureTag, type Context, Drop, filters } from 'liquidjs';
import { refuseRounded } from './filter-arguments.ts';

/** A text that is HTML already: what it was made of was escaped as it was written. Filters take it for a text, and what they make of it is one. */
class CapturedText extends Drop {
  readonly #html: string;

  constructor(html: string) {
    super();
    this.#html = html;
  }

  /** Characters, as the filter `size` asks for them. */
  get length(): number {
    return this.#html.length;
  }

  override valueOf(): string {
    return this.#html;
  }

  toJSON(): string {
    return this.#html;
  }
}

/** `{% capture name %}…{% endcapture %}`: what is captured is not escaped once more where it is shown. */
export class CaptureHtml extends CaptureTag {
  override *render(context: Context): Generator<unknown, void, string> {
    yield* super.render(context);
    const scope = context.bottom() as Record<string, unknown>;
    const name = (this as unknown as { variable: string }).variable;
    scope[name] = new CapturedText(String(scope[name]));
  }
}

/** Escapes what is shown, as HTML needs it. */
export function escapeOutput(this: unknown, value: unknown): string {
  if (value instanceof CapturedText) return value.valueOf();
  refuseRounded('this is', value);
  return (filters.escape as (this: unknown, text: unknown) => string).call(this, value);
}
