export function buildDocsPage(version: string) {
  return { html: version, securityPolicy: "default-src 'none'" };
}
