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
