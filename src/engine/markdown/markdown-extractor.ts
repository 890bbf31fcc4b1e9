/** What finds the HTML of a Markdown part that can load a file. Throws a RangeError for what is nested too deeply. */
export async function openMarkdownExtractor(): Promise<(markdown: string) => string> {
  return (await import('./convert-markdown.ts')).extractLoadingHtml;
}
