// css-tree ships these two entries without types; the whole library takes ten times as long to load.
declare module 'css-tree/tokenizer' {
  export { tokenize, tokenTypes } from 'css-tree';
}
declare module 'css-tree/utils' {
  export { string, url } from 'css-tree';
}
