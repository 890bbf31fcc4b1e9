/** A language as HTML pages write it, mended where it is one but for its sign; undefined where it is none (RFC 5646, section 2.1). */
export function readLanguageTag(written: string): string | undefined {
  const mended = written.trim().replaceAll('_', '-');
  return /^[a-z]{1,8}(-[a-z\d]{1,8})*$/i.test(mended) ? mended : undefined;
}
