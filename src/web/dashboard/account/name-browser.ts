const browsers = ['Firefox', 'Edg', 'OPR', 'Chrome', 'Safari'];
const systems = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS', 'Linux'];
const names: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** What a browser calls itself, in two words; unknown ones as they are. */
export function nameBrowser(agent: string): string {
  const browser = browsers.find((name) => agent.includes(`${name}/`));
  const system = systems.find((name) => agent.includes(name));
  if (!browser) return agent.slice(0, 60) || 'unknown';
  return [browser, system].flatMap((name) => (name ? [names[name] ?? name] : [])).join(' on ');
}
