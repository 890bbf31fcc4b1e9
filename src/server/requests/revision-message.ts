import { limits } from '../../contract/index.ts';
import { RequestError } from '../answers/problems.ts';

/**
 * The message of a change from the header Platen-Revision-Message; undefined without one. It is percent-encoded UTF-8 (RFC 3986, section
 * 2.1), because a header holds nothing but ASCII. Throws `invalid_request`.
 */
export function readMessage(header: string | undefined): string | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  const message = decode(header.trim());
  if (message.length > limits.revisionMessage) {
    throw refuse(`has ${message.length} characters; at most ${limits.revisionMessage} are allowed`);
  }
  if (/\p{Cc}/u.test(message)) throw refuse('must not contain control characters');
  return message;
}

function decode(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw refuse('must be percent-encoded UTF-8, such as Gr%C3%B6%C3%9Fe');
  try {
    return decodeURIComponent(text);
  } catch {
    throw refuse('is not valid percent-encoded UTF-8; write % as %25');
  }
}

function refuse(detail: string): RequestError {
  return new RequestError('invalid_request', `the header Platen-Revision-Message ${detail}`);
}
