import type { HLJSApi, LanguageFn } from 'highlight.js';
import { parseFragment } from 'parse5';
import { addClass, type Element, findAttribute, readTextOf } from './html-tree.ts';

type Loader = () => Promise<{ default: LanguageFn }>;

const languages: Record<string, Loader> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  c: () => import('highlight.js/lib/languages/c'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  elixir: () => import('highlight.js/lib/languages/elixir'),
  go: () => import('highlight.js/lib/languages/go'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  haskell: () => import('highlight.js/lib/languages/haskell'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  less: () => import('highlight.js/lib/languages/less'),
  lua: () => import('highlight.js/lib/languages/lua'),
  makefile: () => import('highlight.js/lib/languages/makefile'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  nginx: () => import('highlight.js/lib/languages/nginx'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  scss: () => import('highlight.js/lib/languages/scss'),
  shell: () => import('highlight.js/lib/languages/shell'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

const otherNames: Record<string, string> = {
  'c++': 'cpp',
  'c#': 'csharp',
  cjs: 'javascript',
  console: 'shell',
  cs: 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  hs: 'haskell',
  html: 'xml',
  js: 'javascript',
  json5: 'json',
  jsonc: 'json',
  jsx: 'javascript',
  kt: 'kotlin',
  make: 'makefile',
  md: 'markdown',
  mjs: 'javascript',
  objc: 'objectivec',
  patch: 'diff',
  pl: 'perl',
  ps1: 'powershell',
  py: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'bash',
  'shell-session': 'shell',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  vue: 'xml',
  xhtml: 'xml',
  yml: 'yaml',
  zsh: 'bash',
};

// Beyond this a listing is data, and colouring it would take longer than printing it.
const listingLimit = 100_000;

/** Colours the code of fences whose language is known; everything else stays as it is. */
export async function highlightCode(codes: Element[]): Promise<void> {
  for (const code of codes) {
    const word = /(?:^|\s)language-(\S+)/.exec(findAttribute(code, 'class') ?? '')?.[1]?.toLowerCase() ?? '';
    const name = Object.hasOwn(otherNames, word) ? (otherNames[word] ?? word) : word;
    const text = readTextOf(code);
    if (!Object.hasOwn(languages, name) || text.length > listingLimit) continue;
    const { default: highlighter } = await import('highlight.js/lib/core');
    await loadLanguage(highlighter, name);
    const { value } = highlighter.highlight(text, { language: name, ignoreIllegals: true });
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
  const loaded = await languages[name]?.();
  if (loaded) highlighter.registerLanguage(name, loaded.default);
}
