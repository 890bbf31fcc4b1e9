import type { FromSchema } from 'json-schema-to-ts';
import { closed, plainTextSchema } from '../schema-shapes.ts';

/** The name of a seal, in a pattern. It is that of its files, too. */
export const sealNamePattern = '[a-z0-9][a-z0-9._-]{0,62}';

const oneLine = { ...plainTextSchema, minLength: 1 } as const;

/** Levels of PAdES (ETSI EN 319 142-1). */
const signatureLevels = ['b-b', 'b-t', 'b-lt'] as const;

/** What may be changed in a certified document without breaking its certification (ISO 32000-2, table 257). */
const certifications = ['no-changes', 'fill-forms', 'annotate'] as const;

/** How a document is signed by a service. */
export const signShape = {
  title: 'Signing',
  description:
    'Sign the finished PDF with a seal of the service (PAdES). Signed files differ in every render. Needs the scope "seal:<name>". Cannot be combined with encrypt and linearize. Default: no signature.',
  ...closed,
  required: ['seal'],
  properties: {
    seal: {
      type: 'string',
      pattern: `^${sealNamePattern}$`,
      'x-pattern-words': 'the name of a seal: lower-case letters, digits, ".", "-" and "_"',
      description: 'The name of the seal: the operator of the service has its certificate and its private key.',
    },
    reason: { ...oneLine, description: 'Why it is signed. Default: none.' },
    location: { ...oneLine, description: 'Where it is signed. Default: none.' },
    contact: { ...oneLine, description: 'How to reach the signer. Default: none.' },
    level: {
      type: 'string',
      enum: signatureLevels,
      description:
        'The level of PAdES. b-b: a signature. b-t: with a timestamp. b-lt: also with certificates and proofs that none was revoked. Default "b-t" if there is a timestamp authority, else "b-b".',
    },
    timestamp_url: {
      type: 'string',
      format: 'http-address',
      maxLength: 2000,
      description: 'The timestamp authority (RFC 3161). Default: that of the service, if it has one.',
    },
    field: {
      ...oneLine,
      description:
        'The name of the signature field. Default: the first empty one of the document, else a new invisible one.',
    },
    certify: {
      type: 'string',
      enum: certifications,
      description:
        'Certify the document: viewers warn about changes other than these. annotate: comments, form values and signatures. fill-forms: form values and signatures. no-changes: none. Default: not certified.',
    },
  },
} as const;

/** How a document is signed. */
export interface Signing extends FromSchema<typeof signShape> {}
/** A level of PAdES. */
export type SignatureLevel = (typeof signatureLevels)[number];
/** What may be changed in a certified document. */
export type Certification = (typeof certifications)[number];
