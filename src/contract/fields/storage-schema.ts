import type { FromSchema } from 'json-schema-to-ts';
import { closed, plainTextSchema as text, type WithBytes } from '../schema-shapes.ts';
import { assetsSchema } from './assets-schema.ts';
import { signShape } from './sign-schema.ts';

/** Characters that no file name of ours has, in a class of a pattern: separators, controls, and marks that turn the direction of text. */
const unnamed = '/\\\\\\u0000-\\u001f\\u007f-\\u009f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069';

const password = { type: 'string', format: 'plain-text', maxLength: 127 } as const;

/** What a document may claim to be. A document claims one of PDF/A (ISO 19005) at most. */
const archives = [
  'pdf/a-2b',
  'pdf/a-2u',
  'pdf/a-2a',
  'pdf/a-3b',
  'pdf/a-3u',
  'pdf/a-3a',
  'pdf/a-4',
  'pdf/a-4f',
] as const;
const conformances = [...archives, 'pdf/ua-1', 'pdf/ua-2'] as const;

/** How an attached file is related to the document (ISO 32000-2, table 43). */
const relationships = ['data', 'source', 'alternative', 'supplement', 'unspecified'] as const;

/** What the owner of an encrypted document may let its readers do (ISO 32000-2, table 22). */
export const permissionNames = ['print', 'modify', 'copy', 'annotate', 'fill_forms', 'assemble'] as const;

/** How the file is stored, encrypted and claimed, and what is attached. */
export const storageShape = {
  title: 'Storage',
  description: 'The file format, encryption, conformance and attachments.',
  ...closed,
  properties: {
    version: {
      type: 'string',
      enum: ['1.4', '1.5', '1.6', '1.7', '2.0'],
      description:
        'The version of the file format. Default "1.7", with PDF/A-4 and PDF/UA-2 "2.0". A "1.4" file is larger, because objects cannot be compressed. Encryption needs 1.7 or 2.0.',
    },
    linearize: {
      type: 'boolean',
      description:
        'Linearize the file ("fast web view"): viewers can show the first page before the rest has arrived. Default false.',
    },
    image_dpi: {
      type: 'integer',
      minimum: 36,
      maximum: 2400,
      description:
        'Store images with fewer pixels if they have more than this for an inch of paper, at the largest size that they are printed at. Only images in grey and RGB change, and only if they become smaller. Default: images stay unchanged.',
    },
    image_quality: {
      type: 'integer',
      minimum: 1,
      maximum: 100,
      description: 'With `image_dpi`: the quality of images that are stored as JPEG. Default 85.',
    },
    encrypt: {
      description: 'Encrypt the file with AES-256. Encrypted files differ in every render. Default: no encryption.',
      ...closed,
      required: ['user_password', 'owner_password'],
      properties: {
        user_password: {
          ...password,
          description: 'Opens the file. With an empty password the file opens without a question.',
        },
        owner_password: { ...password, minLength: 1, description: 'Needed to change the permissions.' },
        permissions: {
          description: 'What readers may do. Default: everything.',
          type: 'array',
          uniqueItems: true,
          items: { type: 'string', enum: permissionNames },
        },
      },
    },
    conformance: {
      description:
        'Standards that the file conforms to: one level of PDF/A (ISO 19005) for archives, one part of PDF/UA (ISO 14289) for accessibility, or both. PDF/A-4 and PDF/UA-2 are version 2.0, and are only combined with each other. A document that cannot conform is an error. Default: none.',
      type: 'array',
      uniqueItems: true,
      maxItems: 2,
      items: { type: 'string', enum: conformances },
    },
    attachments: {
      description: 'Files that are attached to the document. Default: none.',
      type: 'array',
      maxItems: 100,
      items: {
        ...closed,
        required: ['name', 'type', 'base64'],
        properties: {
          name: {
            ...text,
            minLength: 1,
            maxLength: 255,
            pattern: `^(\\.*[^.${unnamed}][^${unnamed}]*|\\.{3,})$`,
            'x-pattern-words': 'a file name without a path, control characters and marks of direction',
            description: 'A file name without a path, control characters and bidirectional marks. Not `.` or `..`.',
          },
          type: assetsSchema.additionalProperties.properties.type,
          base64: { type: 'string', contentEncoding: 'base64', description: 'The bytes of the file.' },
          description: { ...text, description: 'Description that viewers show. Default: none.' },
          relationship: {
            type: 'string',
            enum: relationships,
            description:
              'How the file is related to the document. Default: "unspecified" in PDF/A-3, else not written.',
          },
          modified: {
            type: 'string',
            format: 'date-time',
            description: 'Modification date of the file. Default: none.',
          },
        },
      },
    },
    e_invoice: {
      description:
        'An invoice as XML (UN/CEFACT Cross Industry Invoice) that makes the document a Factur-X, ZUGFeRD or XRechnung invoice: PDF/A-3 with the XML as "factur-x.xml" or "xrechnung.xml", of the profile that the XML names. The XML is not changed. Default: none.',
      ...closed,
      required: ['base64'],
      properties: {
        base64: {
          type: 'string',
          contentEncoding: 'base64',
          description: 'The XML, in UTF-8, UTF-16, ISO-8859-1, ISO-8859-15 or windows-1252.',
        },
        relationship: {
          type: 'string',
          enum: ['data', 'source', 'alternative'],
          description:
            'How the XML is related to the pages. Default "data" for MINIMUM and BASIC WL, else "alternative".',
        },
      },
    },
    sign: signShape,
  },
} as const;

/** How an attached file is related to the document. */
export type Relationship = (typeof relationships)[number];
/** A standard that a document claims to keep. */
export type ConformanceName = (typeof conformances)[number];
/** How the file of a render is stored. */
export interface Storage extends FromSchema<typeof storageShape, WithBytes> {}
