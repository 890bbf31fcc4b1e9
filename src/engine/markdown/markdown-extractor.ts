/** Loads the function that finds all HTML of a document that can load a file. It throws a RangeError for too deep nesting. */
export async function openMarkdownExtractor(): Promise<(markdown: string) => string> {
  return (await import('./convert-markdown.ts')).extractLoadingHtml;
}
