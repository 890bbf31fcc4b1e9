import type { Storage } from '../../contract/index.ts';
import type { ImageRecoding } from '../../pdf/index.ts';

/**
 * How a file is stored: its version, below 1.5 without object streams, so that it grows; linearized (ISO 32000-2, annex F);
 * encrypted with AES-256 (ISO 32000-2, 7.6), whose salt is random, so that the bytes differ each time.
 */
export interface FinishOptions extends Pick<Storage, 'version' | 'linearize' | 'encrypt'> {
  /** How images with too many pixels are stored. By default they stay. */
  images?: Pick<ImageRecoding, 'dpi' | 'quality'>;
}

/** Whether a version of the file format has AES-256: 1.7, with an extension (ISO/TS 32003), and what came after it. */
export function hasAes256(version: Storage['version'] = '1.7'): boolean {
  return version >= '1.7';
}
