import { describe, expect } from 'vitest';
import { withProgramTypes } from '../../injected/program-types.ts';
import { test } from '../shared-engine.ts';
import { renderParts } from '../test-engine.ts';

/** The properties of forms and documents that the program inside a page reads or writes somewhere. */
const names = withProgramTypes(({ program, checker, hiding }) => {
  const files = program.getSourceFileNames().filter((name) => name.includes('/src/injected/'));
  const words = new Set(files.flatMap((name) => program.getSourceFile(name)?.text.match(/\w+/g) ?? []));
  const properties = hiding.flatMap((type) => checker.getPropertiesOfType(type).map(({ name }) => name));
  return [...new Set(properties)].filter((name) => words.has(name));
});

/** A form whose fields have these names. */
const formOf = (fields: readonly string[], attributes: string, content: string) =>
  `<form ${attributes}>${fields.map((name) => `<input type=hidden name="${name}">`).join('')}${content}</form>`;

/** Forms, images and a few frames that have these names in the document. */
const named = (fields: readonly string[]) =>
  fields
    .map((name, index) => {
      if (index % 20 === 0) return `<iframe hidden name="${name}"></iframe>`;
      return index % 2 === 0 ? `<form hidden name="${name}"></form>` : `<img hidden name="${name}">`;
    })
    .join('');

interface Kind {
  css?: string;
  options?: object;
  /** What is in the document, with forms of these fields. */
  body(form: (attributes: string, content: string) => string): string;
}

const text = 'A paragraph with internationalisation and characteristics. '.repeat(6);

const kinds: Record<string, Kind> = {
  plain: { body: (form) => form('style="color: red"', 'plain') },
  'paged CSS': {
    css: `@page { size: A5; margin: 30mm; @top-left { content: string(title) } @top-right { content: element(head) } @bottom-left { content: counter(page) } }
      .title { string-set: title content(); bookmark-level: 1; bookmark-label: content() } .head { position: running(head) }
      .note { float: footnote } .next { break-before: right; page: other } @page other { margin: 20mm }
      .entry::after { content: leader('.') target-counter(attr(data-to), page) } .of::before { content: target-text(attr(data-to)) }
      .start { counter-reset: page 5 }`,
    body: (form) =>
      form('class=title', 'Title <b>bold</b>') +
      form('class=head', 'Head') +
      form('class=entry data-to="#end"', 'Entry') +
      form('class=of data-to="#end"', 'Of') +
      `<div>text ${form('class=note', 'Note')} ${text}</div>` +
      `<section>${form('class=next id=end', 'Next')}</section>` +
      form('class=start', 'Start'),
  },
  hyphens: {
    css: ':root { hyphens: auto } form { width: 4em }',
    body: (form) => form('lang=de', 'Donaudampfschifffahrtsgesellschaft') + form('lang=en', text),
  },
  frames: {
    css: ':root { hyphens: auto }',
    body: (form) => `<iframe srcdoc='<html lang=en style="hyphens: auto">${form('style=width:4em', text)}'></iframe>`,
  },
  headers: {
    options: { header: '<span class=title></span> <span class=pageNumber></span>' },
    body: (form) => form('id=a', '<a href="#a">Back</a>'),
  },
  'PDF/UA': {
    options: { conformance: { pdf_ua: '1' } },
    body: (form) => form('role=heading aria-level=1', 'Two<br>lines') + form('aria-hidden=true', 'hidden'),
  },
  'missing fonts': {
    css: 'form { font-family: "Not There" } form::before { content: "x"; font-family: "Neither" }',
    body: (form) => form('style="font-family: Nowhere"', 'text \u{10fffd}'),
  },
  'boxes that scroll': {
    css: 'form { overflow: auto; height: 3em; width: 5em }',
    body: (form) => form('class=box', text) + form('style="overflow: scroll"', text),
  },
};

describe('a document renders alike, whatever its fields and forms are called', () => {
  test.for(Object.entries(kinds))('%s', async ([, { css = '', options = {}, body }], { engine }) => {
    const render = async (fields: readonly string[]) => {
      const form = (attributes: string, content: string) => formOf(fields, attributes, content);
      const html = `<!doctype html><html lang=en><title>Names</title><style>${css}</style><body>${body(form)}${named(fields)}`;
      const { pdf, warnings } = await renderParts(engine, { html }, options);
      return { pdf: Buffer.from(pdf).toString('latin1'), warnings };
    };
    const harmless = await render(names.map((name) => `x-${name}`));
    const hiding = await render(names);
    expect(hiding.warnings).toEqual(harmless.warnings);
    expect(hiding.pdf === harmless.pdf).toBe(true);
  });
});
