import { type RenderRequest, type RenderSource, readChosenTemplate } from '../../contract/index.ts';

/** What the log of renders says of a request: never a value of it. */
interface RequestOutline {
  source: RenderSource;
  /** The id of the first template among the parts. */
  template: string | null;
  /** The sources of the parts and the names of the options, with the number of fields of each context. */
  shape: object;
}

/** Parts that the shape shows one by one. */
const shownParts = 20;

/** Looks at the names of a request in passing: it costs microseconds, and nothing of the request is held. */
export function outlineRequest({ parts: list, ...rest }: RenderRequest): RequestOutline {
  const parts = [list].flat();
  const sources = new Set(parts.map(sourceOf));
  const [only] = sources.size === 1 ? sources : [];
  const [first] = parts.flatMap((part) => (typeof part === 'object' && part.template ? [part.template] : []));
  return {
    source: only ?? 'several',
    template: (first && readChosenTemplate(first).id?.toLowerCase()) ?? null,
    shape: {
      parts: parts.slice(0, shownParts).map(describePart),
      ...(parts.length > shownParts && { more_parts: parts.length - shownParts }),
      ...Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, namesOf(value)])),
    },
  };
}

type Part = Exclude<RenderRequest['parts'], unknown[]>;
const sourceNames = ['url', 'html', 'markdown', 'template', 'liquid', 'pdf', 'image', 'toc'] as const;

function sourceOf(part: Part): Exclude<RenderSource, 'several'> {
  if (typeof part === 'string') return 'url';
  return sourceNames.find((name) => name in part) ?? 'html';
}

function describePart(part: Part): object {
  const source = sourceOf(part);
  if (typeof part === 'string') return { source };
  const { context, assets, options } = part as { context?: object; assets?: object; options?: object };
  return {
    source,
    ...(context && { context_fields: Object.keys(context).length }),
    ...(assets && { assets: Object.keys(assets).length }),
    ...(options && { options: Object.keys(options) }),
  };
}

function namesOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value) : typeof value;
}
