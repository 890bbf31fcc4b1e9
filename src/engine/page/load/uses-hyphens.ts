/** Whether a text may hold CSS that asks for hyphens (CSS Text 4, section 6.1). Text that only resembles it counts as well. */
export function usesHyphens(text: string): boolean {
  return /hyphens\s*:\s*auto/i.test(text);
}

/** Whether HTML may hold soft hyphens that its author has set. */
export function holdsSoftHyphens(html: string): boolean {
  return /\u00ad|&(?:shy\b|#(?:0*173|x0*ad)\b)/i.test(html);
}
