import { signal } from '@preact/signals';

const place = 'platen-theme';
/** Light, dark, or what the system says. */
export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

/** The chosen theme. */
export const theme = signal<Theme>(readTheme());

/** Shows a theme and remembers it in this browser. */
export function setTheme(next: Theme): void {
  theme.value = next;
  localStorage.setItem(place, next);
  showTheme();
}

/** Shows the remembered theme. */
export function showTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

function readTheme(): Theme {
  const found = localStorage.getItem(place);
  return themes.find((name) => name === found) ?? 'system';
}
