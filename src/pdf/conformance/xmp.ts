import type { Metadata } from '../../contract/index.ts';
import { buildDict, PdfRef, PdfStream } from '../objects/objects.ts';
import type { Conformance } from '../part/conformance.ts';
import { readDate } from '../part/document-info.ts';
import type { InvoiceClaim } from '../part/foreign/invoice-claim.ts';

const xmlns = {
  dc: 'http://purl.org/dc/elements/1.1/',
  pdf: 'http://ns.adobe.com/pdf/1.3/',
  xmp: 'http://ns.adobe.com/xap/1.0/',
  pdfaid: 'http://www.aiim.org/pdfa/ns/id/',
};

/** What PDF/UA says of itself. It is no schema that PDF/A-2 and 3 know, so a file that claims both describes it. */
const accessibilitySchema: ExtensionSchema = {
  title: 'PDF/UA Universal Accessibility Schema',
  namespace: 'http://www.aiim.org/pdfua/ns/id/',
  prefix: 'pdfuaid',
  properties: [{ name: 'part', type: 'Integer', kind: 'internal', description: 'Part of ISO 14289' }],
};

/** What Factur-X says of the invoice that a document holds (Factur-X 1.0, 6.2.2). */
const invoiceProperties: ExtensionSchema['properties'] = [
  { name: 'DocumentFileName', type: 'Text', kind: 'external', description: 'Name of the embedded XML invoice file' },
  { name: 'DocumentType', type: 'Text', kind: 'external', description: 'INVOICE' },
  { name: 'Version', type: 'Text', kind: 'external', description: 'Version of the Factur-X data' },
  { name: 'ConformanceLevel', type: 'Text', kind: 'external', description: 'Conformance level of the Factur-X data' },
];

/** What platen says of a document that was made of stored templates. */
const templateSchema: ExtensionSchema = {
  title: 'platen Schema',
  namespace: 'urn:platen:pdf:1p0#',
  prefix: 'platen',
  properties: [
    {
      name: 'TemplateRevision',
      type: 'Text',
      kind: 'internal',
      description: 'Ids of templates and the revisions that the document was made of',
    },
  ],
};

/** What a document comes from. */
interface Origin {
  producer: string;
  /** What a user's PDF says of the e-invoice that it is. */
  invoice?: InvoiceClaim | undefined;
  templates?: string | undefined;
}

const facturX = { namespace: 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#', prefix: 'fx' } as const;

/**
 * The properties of the document as XMP (ISO 16684-1), equal to those of its information dictionary, and what it claims to be
 * (ISO 19005-2, 6.6; ISO 14289, 5). `invoice` is what a user's PDF says of the e-invoice that it is, and `templates` names the
 * revisions of templates that the document was made of.
 */
export function buildXmp(
  metadata: Metadata,
  { producer, invoice: kept, templates }: Origin,
  conformance: Conformance = {},
): PdfRef {
  const { pdfA, pdfUa, invoice } = conformance;
  const claimed: InvoiceClaim | undefined = invoice ? { ...facturX, ...invoice, type: 'INVOICE' } : kept;
  const lines: string[] = [];
  const add = (name: string, text: string | undefined, wrap: (escaped: string) => string = (escaped) => escaped) => {
    if (text !== undefined) lines.push(`<${name}>${wrap(escapeXml(text))}</${name}>`);
  };
  const alternatives = (text: string) => `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`;
  add('dc:title', metadata.title, alternatives);
  add('dc:creator', metadata.author, (text) => `<rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq>`);
  add('dc:description', metadata.subject, alternatives);
  add('pdf:Keywords', metadata.keywords);
  add('xmp:CreatorTool', metadata.creator);
  add('xmp:CreateDate', readDate(metadata.created)?.xmp);
  add('xmp:ModifyDate', readDate(metadata.modified)?.xmp);
  add('pdf:Producer', producer);
  add('pdfaid:part', pdfA && String(pdfA.part));
  if (pdfA?.part === 4) add('pdfaid:rev', '2020');
  add('pdfaid:conformance', pdfA?.level);
  const extensions: ExtensionSchema[] = [];
  const descriptions = [describe(xmlns, lines)];
  const claim = (schema: ExtensionSchema, values: Readonly<Record<string, string>>) => {
    const { prefix, namespace } = schema;
    const elements = Object.entries(values).map(
      ([name, value]) => `<${prefix}:${name}>${escapeXml(value)}</${prefix}:${name}>`,
    );
    descriptions.push(describe({ [prefix]: namespace }, elements));
    extensions.push(schema);
  };
  if (pdfUa !== undefined) claim(accessibilitySchema, { part: String(pdfUa), ...(pdfUa === 2 && { rev: '2024' }) });
  if (claimed !== undefined) {
    const { prefix, namespace, type, name, version, level } = claimed;
    const title = `${prefix === 'fx' ? 'Factur-X' : 'ZUGFeRD'} PDFA Extension Schema`;
    claim(
      { title, namespace, prefix, properties: invoiceProperties },
      { DocumentType: type, DocumentFileName: name, Version: version, ConformanceLevel: level },
    );
  }
  if (templates !== undefined) claim(templateSchema, { TemplateRevision: templates });
  // Part 4 takes any schema.
  if (pdfA !== undefined && pdfA.part !== 4 && extensions.length > 0)
    descriptions.push(buildExtensionSchemas(extensions));
  const packet = `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
${descriptions.join('\n')}
</rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`;
  return new PdfRef(new PdfStream(buildDict({ Type: 'Metadata', Subtype: 'XML' }), Buffer.from(packet, 'utf8')));
}

function describe(namespaces: Readonly<Record<string, string>>, lines: readonly string[]): string {
  const used = Object.entries(namespaces).filter(([prefix]) => lines.some((line) => line.startsWith(`<${prefix}:`)));
  const declared = used.map(([prefix, namespace]) => ` xmlns:${prefix}="${namespace}"`).join('');
  return `<rdf:Description rdf:about=""${declared}>\n${lines.join('\n')}\n</rdf:Description>`;
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
  return text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>]/g, (character) => names[character] ?? character);
}

/** A schema of XMP that PDF/A does not know. A file that uses it describes it. */
export interface ExtensionSchema {
  title: string;
  namespace: string;
  prefix: string;
  properties: readonly SchemaProperty[];
}

interface SchemaProperty {
  name: string;
  type: 'Integer' | 'Text';
  /** `internal` for what a program finds out, `external` for what people say. */
  kind: 'internal' | 'external';
  description: string;
}

/** Describes schemas in the terms of ISO 19005-2, 6.6.2.3.3: an element of RDF. Texts are ours and need no escaping. */
export function buildExtensionSchemas(schemas: readonly ExtensionSchema[]): string {
  return `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag>
${schemas.map(buildSchema).join('\n')}
</rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`;
}

function buildSchema({ title, namespace, prefix, properties }: ExtensionSchema): string {
  return `<rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>${title}</pdfaSchema:schema>
<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>${prefix}</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq>
${properties.map(buildProperty).join('\n')}
</rdf:Seq></pdfaSchema:property>
</rdf:li>`;
}

function buildProperty({ name, type, kind, description }: SchemaProperty): string {
  return `<rdf:li rdf:parseType="Resource">
<pdfaProperty:name>${name}</pdfaProperty:name>
<pdfaProperty:valueType>${type}</pdfaProperty:valueType>
<pdfaProperty:category>${kind}</pdfaProperty:category>
<pdfaProperty:description>${description}</pdfaProperty:description>
</rdf:li>`;
}
