/**
 * What each format of the contract's own looks like, as a regular expression (ECMA-262, JSON Schema 2020-12, section 6.3.3) for tools
 * that do not know it. Every text of the format matches; of `http-address` and `asset-path` the service checks more.
 */
export const formatPatterns: Record<string, string> = {
  'http-address': '^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\\\s]',
  'plain-text': '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
  'css-length': '^(0|\\d{1,6}(\\.\\d{1,6})?(px|pt|pc|in|cm|mm|Q))$',
  'page-ranges': '^\\s*\\d{1,6}(\\s*-(\\s*\\d{1,6})?)?(\\s*,\\s*\\d{1,6}(\\s*-(\\s*\\d{1,6})?)?)*\\s*$',
  'overlay-pages':
    '^(?:first|last|odd|even|\\s*\\d{1,6}(\\s*-(\\s*\\d{1,6})?)?(\\s*,\\s*\\d{1,6}(\\s*-(\\s*\\d{1,6})?)?)*\\s*)$',
  locale: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
  'time-zone': '^[A-Za-z][A-Za-z0-9_+/-]*$',
  'asset-path': '^[^/\\\\\\u0000-\\u001f\\u007f-\\u009f]+(/[^/\\\\\\u0000-\\u001f\\u007f-\\u009f]+)*$',
  slug: '^[^/\\\\\\s]{1,60}(/[^/\\\\\\s]{1,60})*$',
  'template-folder': '^([^/\\\\\\s]{1,60}(/[^/\\\\\\s]{1,60})*)?$',
  base64: '^[A-Za-z0-9+/]*={0,2}$',
};
