/** What of the package subset-font is used. */
declare module 'subset-font' {
  /** Cuts a font (TTF, OTF, WOFF or WOFF2) down to the characters of `text` by HarfBuzz. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      noHinting: boolean;
      targetFormat: 'truetype';
      dropTables: string[];
    },
  ): Promise<Buffer>;
}
