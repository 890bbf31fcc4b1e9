import { makeCertificate, type TestCertificate } from '../helpers/test-authority.ts';

/** What a certificate says; by default something that only clients take that look at none of it. */
export interface Claims {
  /** The host that it is for. Default "canary". */
  host?: string;
  /** The year at whose start it expires. Default 2049. */
  expires?: number;
}

/** Makes a certificate that nobody has signed but itself. */
export function makeSelfSigned({ host = 'canary', expires = 2049 }: Claims = {}): TestCertificate {
  const { key, cert } = makeCertificate({ name: host, expires });
  return { key, cert };
}
