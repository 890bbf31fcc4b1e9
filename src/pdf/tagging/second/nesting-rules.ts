/** Types of content in lines. */
const phrases = 'content Span Em Strong Code Link Figure Form Formula Ruby Lbl FENote Quote';
/** Types of blocks. */
const blocks = 'Hn P L Table Art Aside BlockQuote Sect';
const chapters = `${blocks} Caption Code Figure Form Formula Link FENote Document DocumentFragment`;

/** What each type may hold, of the types that Chromium writes or that repairs add (ISO/TS 32005, table 5). */
const allowed: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Document: chapters.replace('Caption ', '').concat(' Title'),
    DocumentFragment: chapters.replace('Caption ', '').concat(' Title'),
    Art: chapters.replace('Art ', '').replace(' Document ', ' ').concat(' Title Lbl'),
    Sect: chapters.replace(' Document ', ' ').concat(' Title Lbl'),
    Aside: chapters.replace('Aside ', '').concat(' Lbl'),
    BlockQuote: chapters.replace('Aside ', '').concat(' Lbl'),
    Title: `${phrases} P L Table Aside Caption`,
    P: `${phrases} L Table`,
    Hn: phrases,
    Span: phrases,
    Em: phrases,
    Strong: phrases,
    Quote: phrases,
    Lbl: phrases.replace('Lbl ', ''),
    Code: `${phrases} P L Table Art Aside BlockQuote Sect Caption`,
    Link: phrases.replace('Form ', ''),
    Figure: `${phrases} ${blocks} Caption`,
    Formula: `${phrases} ${blocks.replace('Art ', '').replace(' Sect', '')} Caption`,
    FENote: `${phrases} ${blocks.replace('Hn ', '')} Caption`,
    Caption: `${phrases} ${blocks}`,
    Form: 'content Lbl FENote',
    L: 'L LI Caption',
    LI: 'Lbl LBody',
    LBody: `${phrases.replace('Lbl ', '')} ${blocks} Caption`,
    Table: 'TR THead TBody TFoot Caption',
    THead: 'TR',
    TBody: 'TR',
    TFoot: 'TR',
    TR: 'TH TD',
    TH: `${phrases} Hn P L Table Art Sect`,
    TD: `${phrases} Hn P L Table Art Sect`,
    Ruby: 'RB RT',
    RB: 'content Span Em Strong Link Form Quote',
    RT: 'content Span Em Strong Link Form Quote',
  }).map(([type, kinds]) => [type, new Set(kinds.split(' '))]),
);

/** Types that hold what the type above them may hold. */
const transparent = new Set(['NonStruct', 'Div', 'Part']);

export function isTransparent(role: string): boolean {
  return transparent.has(role);
}

const phraseTypes = new Set(phrases.split(' '));

export function isPhraseType(role: string): boolean {
  return phraseTypes.has(role);
}

/** Whether it is known what a type may hold, and what it may be in. */
export function knowsType(role: string): boolean {
  return allowed.has(nameHeading(role)) || isTransparent(role);
}

/** Whether an element of a type may hold one of another type, or `content`. */
export function mayHold(above: string, kind: string): boolean {
  return allowed.get(nameHeading(above))?.has(nameHeading(kind)) ?? true;
}

function nameHeading(role: string): string {
  return /^H[1-6]$/.test(role) ? 'Hn' : role;
}
