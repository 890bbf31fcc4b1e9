import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CommandError } from '../output/command-error.ts';

/**
 * Trusts certificates in addition to the usual ones, for all connections of this process, direct and proxied. Returns the text of the file
 * (PEM). Throws `config_invalid`.
 */
export async function trustCertificates(file: string): Promise<string> {
  try {
    const pem = await readFile(file, 'utf8');
    // Node takes a broken PEM in silence, so it is read here first.
    void new X509Certificate(pem);
    setDefaultCACertificates([...getCACertificates('default'), pem]);
    return pem;
  } catch (cause) {
    throw new CommandError('config_invalid', `ca_file: ${file} has no certificate that can be read`, {
      why: (cause as Error).message,
      cause,
    });
  }
}
