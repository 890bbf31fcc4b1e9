import { chosen } from './follow.ts';
import type { PreviewNews } from './preview-state.ts';

interface ListProps {
  templates: PreviewNews['templates'];
  onChoose: (slug: string) => void;
}

/** All templates of the folder at the side, if there are several. */
export function TemplateNav({ templates, onChoose }: ListProps) {
  return (
    <nav id="list" class="list" aria-label="Templates" hidden={templates.length < 2}>
      <ul id="templates">
        {templates.map(({ slug, name, shown, error }) => (
          <li key={slug}>
            <button
              type="button"
              title={shown}
              data-slug={slug}
              aria-current={slug === chosen.value ? 'true' : undefined}
              onClick={() => onChoose(slug)}
            >
              {name}
              {error && (
                <span class="bad" role="img" aria-label="has an error">
                  ✕
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The same on a narrow screen. */
export function TemplateChoice({ templates, onChoose }: ListProps) {
  return (
    <select
      id="choice"
      aria-label="Template"
      hidden={templates.length < 2}
      value={chosen.value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {templates.map(({ slug, name, error }) => (
        <option key={slug} value={slug}>
          {error ? `${name} ✕` : name}
        </option>
      ))}
    </select>
  );
}
