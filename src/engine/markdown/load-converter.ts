/** What makes HTML of Markdown, as it stands in the page of a part. Throws a RangeError for what is nested too deeply. */
export async function loadMarkdownConverter(): Promise<(markdown: string) => string> {
  return (await import('./convert-markdown.ts')).convertMarkdown;
}
