import type { HLJSApi, LanguageFn } from 'highlight.js';
import { parseFragment } from 'parse5';
import { addClass, type Element, findAttribute, readTextOf } from '../html/html-tree.ts';

type Loader = () => Promise<{ default: LanguageFn }>;

/** Each language with all its names, the library's own first. */
const languages: [names: string, load: Loader][] = [
  ['bash sh zsh', () => import('highlight.js/lib/languages/bash')],
  ['c', () => import('highlight.js/lib/languages/c')],
  ['cpp c++', () => import('highlight.js/lib/languages/cpp')],
  ['csharp c# cs', () => import('highlight.js/lib/languages/csharp')],
  ['css', () => import('highlight.js/lib/languages/css')],
  ['dart', () => import('highlight.js/lib/languages/dart')],
  ['diff patch', () => import('highlight.js/lib/languages/diff')],
  ['dockerfile docker', () => import('highlight.js/lib/languages/dockerfile')],
  ['elixir', () => import('highlight.js/lib/languages/elixir')],
  ['go golang', () => import('highlight.js/lib/languages/go')],
  ['graphql', () => import('highlight.js/lib/languages/graphql')],
  ['haskell hs', () => import('highlight.js/lib/languages/haskell')],
  ['http', () => import('highlight.js/lib/languages/http')],
  ['ini toml', () => import('highlight.js/lib/languages/ini')],
  ['java', () => import('highlight.js/lib/languages/java')],
  ['javascript cjs js jsx mjs', () => import('highlight.js/lib/languages/javascript')],
  ['json json5 jsonc', () => import('highlight.js/lib/languages/json')],
  ['kotlin kt', () => import('highlight.js/lib/languages/kotlin')],
  ['less', () => import('highlight.js/lib/languages/less')],
  ['lua', () => import('highlight.js/lib/languages/lua')],
  ['makefile make', () => import('highlight.js/lib/languages/makefile')],
  ['markdown md', () => import('highlight.js/lib/languages/markdown')],
  ['nginx', () => import('highlight.js/lib/languages/nginx')],
  ['objectivec objc', () => import('highlight.js/lib/languages/objectivec')],
  ['perl pl', () => import('highlight.js/lib/languages/perl')],
  ['php', () => import('highlight.js/lib/languages/php')],
  ['powershell ps1', () => import('highlight.js/lib/languages/powershell')],
  ['python py', () => import('highlight.js/lib/languages/python')],
  ['r', () => import('highlight.js/lib/languages/r')],
  ['ruby rb', () => import('highlight.js/lib/languages/ruby')],
  ['rust rs', () => import('highlight.js/lib/languages/rust')],
  ['scala', () => import('highlight.js/lib/languages/scala')],
  ['scss', () => import('highlight.js/lib/languages/scss')],
  ['shell console shell-session', () => import('highlight.js/lib/languages/shell')],
  ['sql', () => import('highlight.js/lib/languages/sql')],
  ['swift', () => import('highlight.js/lib/languages/swift')],
  ['typescript ts tsx', () => import('highlight.js/lib/languages/typescript')],
  ['xml html svg vue xhtml', () => import('highlight.js/lib/languages/xml')],
  ['yaml yml', () => import('highlight.js/lib/languages/yaml')],
];

const loaders = new Map(
  languages.flatMap(([names, load]) =>
    names.split(' ').map((name, _, [language = name]) => [name, { language, load }]),
  ),
);

// Beyond this a listing is data, and colouring it would take longer than printing it.
const listingLimit = 100_000;

/** Colours the code of fences whose language is known; everything else stays unchanged. */
export async function highlightCode(codes: Element[]): Promise<void> {
  for (const code of codes) {
    const word = /(?:^|\s)language-(\S+)/.exec(findAttribute(code, 'class') ?? '')?.[1]?.toLowerCase() ?? '';
    const language = loaders.get(word)?.language;
    const text = readTextOf(code);
    if (language === undefined || text.length > listingLimit) continue;
    const { default: highlighter } = await import('highlight.js/lib/core');
    await loadLanguage(highlighter, language);
    const { value } = highlighter.highlight(text, { language, ignoreIllegals: true });
    const fragment = parseFragment(value);
    for (const child of fragment.childNodes) child.parentNode = code;
    code.childNodes = fragment.childNodes;
    addClass(code, 'hljs');
  }
}

async function loadLanguage(highlighter: HLJSApi, name: string): Promise<void> {
  if (highlighter.getLanguage(name)) return;
  // A page of HTML holds styles and scripts.
  if (name === 'xml') await Promise.all([loadLanguage(highlighter, 'css'), loadLanguage(highlighter, 'javascript')]);
  const loaded = await loaders.get(name)?.load();
  if (loaded) highlighter.registerLanguage(name, loaded.default);
}
