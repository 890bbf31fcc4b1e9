import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOperations } from '../../../src/pdf/content/content-operations.ts';
import { PdfDamage } from '../../../src/pdf/objects/objects.ts';
import { markArtifacts } from '../../../src/pdf/tagging/mark-artifacts.ts';

/** Marks of 0 to 9 belong to elements, and the form "Tagged" holds its own marks. */
function mark(content: string): string | undefined {
  return markArtifacts(Buffer.from(content, 'latin1'), {
    isTagged: (mcid) => mcid < 10,
    draw: (name) => (name === 'Tagged' ? name : undefined),
    findProperties: (name) => (name === 'Named' ? new Map([['MCID', 1]]) : undefined),
  })
    ?.toString('latin1')
    .replace(/\n+/g, '\n');
}

const operators = (content: string) => [...readOperations(Buffer.from(content, 'latin1'))].map((each) => each.operator);

describe('a content stream', () => {
  it.each([
    ['a path', '0 0 9 9 re f', '/Artifact BMC\n0 0 9 9 re f\nEMC\n'],
    ['a path in a saved state', 'q 1 0 0 RG 0 0 m 9 9 l S Q', 'q 1 0 0 RG /Artifact BMC\n0 0 m 9 9 l S \nEMC\nQ'],
    ['text, inside its text object', 'BT /F 9 Tf (a) Tj ET', 'BT /F 9 Tf /Artifact BMC\n(a) Tj \nEMC\nET'],
    ['an image or form as a whole', '/Im Do', '/Artifact BMC\n/Im Do\nEMC\n'],
    ['a shading', '/Sh sh', '/Artifact BMC\n/Sh sh\nEMC\n'],
    ['an inline image', 'BI /W 1 ID \x00EI f EI Q', '/Artifact BMC\nBI /W 1 ID \x00EI f EI \nEMC\nQ'],
  ])('has %s marked as an artifact where no element holds it', (_what, content, expected) => {
    expect(mark(content)).toBe(expected);
  });

  it.each([
    ['content of an element', '/P <</MCID 3>> BDC 0 0 9 9 re f BT (a) Tj ET EMC'],
    ['content of an element by the name of its properties', '/P /Named BDC 0 0 9 9 re f EMC'],
    ['an artifact', '/Artifact <</Type /Pagination>> BDC q 0 0 9 9 re f Q EMC'],
    ['what only clips', 'q 0 0 9 9 re W* n Q'],
    ['a form with its own marks', 'q /Tagged Do Q'],
    ['words of strings and dictionaries', '(0 0 9 9 re f) pop <</A [1 (f) /f]>> pop % f\n'],
  ])('stays as it is with %s', (_what, content) => {
    expect(mark(content)).toBeUndefined();
  });

  it('keeps artifacts out of the marks beside them', () => {
    expect(mark('0 0 1 1 re f /P <</MCID 0>> BDC 2 2 1 1 re f EMC 3 3 1 1 re f')).toBe(
      '/Artifact BMC\n0 0 1 1 re f \nEMC\n/P <</MCID 0>> BDC 2 2 1 1 re f EMC /Artifact BMC\n3 3 1 1 re f\nEMC\n',
    );
  });

  it('ends an artifact before a form with its own marks', () => {
    expect(mark('0 0 1 1 re f /Tagged Do')).toBe('/Artifact BMC\n0 0 1 1 re f \nEMC\n/Tagged Do');
  });

  it('makes an artifact of a mark that no element holds', () => {
    expect(mark('/P <</MCID 99>> BDC 0 0 1 1 re f EMC')).toBe('/Artifact BMC 0 0 1 1 re f EMC');
  });

  it('is marked inside marks that only carry properties', () => {
    expect(mark('/OC /Layer BDC 0 0 1 1 re f EMC')).toBe('/OC /Layer BDC /Artifact BMC\n0 0 1 1 re f \nEMC\nEMC');
  });

  it('holds only marks that are opened and closed in turn', () => {
    const step = fc.constantFrom(
      'q',
      'Q',
      '0 0 1 1 re f',
      'BT (a) Tj ET',
      '/Im Do',
      '/P <</MCID 1>> BDC',
      'EMC',
      '1 w',
    );
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let isOpen = false;
        // Marks are opened and closed in turn, one at a time.
        const sound = steps.filter((each) => {
          const fits = each === 'EMC' ? isOpen : !each.endsWith('BDC') || !isOpen;
          if (fits && (each === 'EMC' || each.endsWith('BDC'))) isOpen = each !== 'EMC';
          return fits;
        });
        const content = [...sound, ...(isOpen ? ['EMC'] : [])].join('\n');
        const marked = mark(content) ?? content;
        let depth = 0;
        for (const operator of operators(marked)) {
          if (operator === 'BMC' || operator === 'BDC') depth++;
          if (operator === 'EMC') depth--;
          expect(depth).toBeGreaterThanOrEqual(0);
          expect(depth).toBeLessThanOrEqual(1);
          if (['f', 'Tj', 'Do'].includes(operator)) expect(depth).toBe(1);
        }
        expect(depth).toBe(0);
        const painting = (text: string) => operators(text).filter((each) => !/^(BMC|BDC|EMC)$/.test(each));
        expect(painting(marked)).toEqual(painting(content));
        expect(mark(marked)).toBeUndefined();
      }),
    );
  });

  it.each([['(a'], ['<41'], ['BI /W 1 ID x']])('that breaks off is damage: %s', (content) => {
    expect(() => mark(content)).toThrow(PdfDamage);
  });
});
