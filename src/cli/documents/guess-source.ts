import { isHttpAddress } from '../../contract/index.ts';
import { extensionFormat } from './plan-source.ts';

/**
 * What a word that names no command or file was probably meant as: the source as `platen render pdf` takes it. Undefined for a
 * word that looks like none.
 */
export function guessSource(word: string): string | undefined {
  if (word === '-' || isHttpAddress(word) || /^template:./.test(word) || extensionFormat(word) !== undefined)
    return word;
  return guessAddress(word);
}

/** The URL of a host without a scheme. */
export function guessAddress(word: string): string | undefined {
  if (/^(localhost|127\.0\.0\.1)(:\d+)?(\/|$)/i.test(word)) return `http://${word}`;
  const isHost = /^([a-z\d-]+\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i.test(word);
  return isHost && extensionFormat(word) === undefined ? `https://${word}` : undefined;
}
