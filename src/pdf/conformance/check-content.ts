import { OperationReader } from '../content/content-operations.ts';
import { contentOperators, paintOperators, readOperators } from '../content/content-operators.ts';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import { listContents } from '../objects/drawings.ts';
import {
  asArray,
  asDict,
  asList,
  asName,
  asNumber,
  asString,
  type PdfDict,
  type PdfObject,
  PdfStream,
  resolve,
} from '../objects/objects.ts';
import type { NoteRepair } from '../part/merge-warnings.ts';
import type { Breaches } from './breaches.ts';
import type { ColourChecker } from './check-colour.ts';
import { FontUses } from './check-font.ts';
import { checkIntent, ImageChecker, repairIntent } from './check-images.ts';
import { findOperandExcess } from './check-limits.ts';
import { type ArchiveTags, MarkedText } from './marked-text.ts';
import { applyOverprint, breachesOverprint, noOverprint, noteSpace, type Overprint } from './overprint.ts';
import { placeOperation, readOperands } from './read-operands.ts';
import { findUnknownModes, repairBlendModes } from './repair/blend-modes.ts';
import { repairState } from './repair/repair-entries.ts';

/** Levels of q that readers must be able to nest (ISO 32000-1, annex C). */
const nestingLimit = 28;
const formDepthLimit = 64;

/** What content is drawn with. */
interface DrawState {
  font: PdfDict | undefined;
  mode: number;
  overprint: Overprint;
}

const startState = (): DrawState => ({ font: undefined, mode: 0, overprint: { ...noOverprint } });
const copyState = (state: DrawState): DrawState => ({ ...state, overprint: { ...state.overprint } });

/** What draws content. */
interface Drawer {
  depth: number;
  /** The state that it begins with. */
  state?: DrawState;
  /** Whether a mark around it has a text that replaces what is shown. */
  isSpoken?: boolean;
}

/** How content is run through. */
interface Run extends Drawer {
  /** The page or the stream that its marks count in. */
  owner: PdfDict | PdfStream;
  /** Whether the resources belong to the content itself. */
  isOwn: boolean;
}

/** What content is checked with. */
interface ContentDemands {
  /** Whether the file claims to be PDF/A itself: what is not looked into here is right there. */
  isSure: boolean;
  /** The tags of a file for level A. */
  tags?: ArchiveTags | undefined;
  /** Takes note of what is repaired; without it nothing is. */
  repair?: NoteRepair;
}

/** Checks what pages draw (ISO 19005-2, 6.2). One for a part; fonts are looked at when all their uses are known. */
export class ContentChecker {
  readonly fonts = new FontUses();
  readonly #breaches: Breaches;
  readonly #colours: ColourChecker;
  readonly #images: ImageChecker;
  readonly #budget: InflateBudget;
  readonly #tags: ArchiveTags | undefined;
  readonly #seen = new Set<PdfDict | PdfStream>();

  readonly #repair: NoteRepair | undefined;
  /** The resources that drawings without their own were given. */
  readonly #inherited = new Map<PdfStream, PdfDict>();

  constructor(
    breaches: Breaches,
    colours: ColourChecker,
    budget: InflateBudget,
    { isSure, tags, repair }: ContentDemands,
  ) {
    this.#tags = tags;
    this.#repair = repair;
    this.#breaches = breaches;
    this.#colours = colours;
    this.#images = new ImageChecker(breaches, colours, budget, { isSure, repair });
    this.#budget = budget;
  }

  /** Checks a page with its transparency group. */
  checkPage(page: PdfDict): void {
    const resources = asDict(page.get('Resources'));
    this.#checkGroup(page, resources);
    const pieces = listContents(page).flatMap((stream) => [this.#decode(stream), Buffer.from('\n')]);
    this.#run(Buffer.concat(pieces), resources, { owner: page, isOwn: true, depth: 0 });
  }

  /** Checks a form XObject, such as the appearance of an annotation. */
  checkForm(form: PdfStream, above?: PdfDict, drawer: Drawer = { depth: 0 }): void {
    if (drawer.depth > formDepthLimit) return;
    const { dict } = form;
    const inherited = this.#inherited.get(form);
    if (inherited !== undefined && inherited !== above) this.#inherit(form, above);
    if (this.#seen.has(form)) return;
    this.#seen.add(form);
    if (dict.has('PS') || asName(dict.get('Subtype2')) === 'PS') this.#breaches.add('PostScript', '6.2.9');
    const resources = asDict(dict.get('Resources'));
    this.#checkGroup(dict, resources);
    const isOwn = resources !== undefined;
    this.#run(this.#decode(form), resources ?? above, { ...drawer, owner: form, isOwn });
  }

  /** Runs through content. Content without its own resources may name none (ISO 19005-2, 6.2.2). */
  #run(content: Buffer, resources: PdfDict | undefined, run: Run): void {
    const { isOwn, depth } = run;
    const stack: DrawState[] = [];
    let now = copyState(run.state ?? startState());
    const marks = new MarkedText(this.#tags, run.owner, run.isSpoken ?? false, this.#breaches);
    const find = (category: string, name: PdfObject | undefined): PdfObject => {
      const found = resolve(asDict(resources?.get(category))?.get(asName(name) ?? ''));
      if (found !== null && !isOwn) this.#inherit(run.owner, resources);
      return found;
    };
    const operations = new OperationReader(content);
    while (operations.next()) {
      const operation = placeOperation(content, operations);
      const { operator } = operation;
      const excess = findOperandExcess(content, operation.start, operation.at);
      if (excess !== undefined) this.#breaches.add(excess.what, excess.clause);
      if (breachesOverprint(now.overprint, operator, now.mode))
        this.#breaches.add('overprint mode 1 with CMYK colours of a profile', '6.2.4.2');
      if (!contentOperators.has(operator))
        this.#breaches.add(`the operator ${operator}, which is not one of PDF`, '6.2.2');
      else if (operator === 'q') {
        stack.push(copyState(now));
        if (stack.length > nestingLimit)
          this.#breaches.add(`more than ${nestingLimit} states in one another`, '6.1.13');
      } else if (operator === 'Q') now = stack.pop() ?? now;
      else if (paintOperators.has(operator)) this.#paintPlain(operator, resources, now);
      else if (readOperators.has(operator)) {
        const operands = readOperands(content, operation);
        const last = operands.at(-1);
        if (operator === 'Tf') now.font = asDict(find('Font', operands[0]));
        else if (operator === 'Tr') now.mode = asNumber(last) ?? 0;
        else if (operator === 'ri') checkIntent(last, this.#breaches);
        else if (operator === 'gs') this.#checkState(asDict(find('ExtGState', last)), now, depth);
        else if (operator === 'cs' || operator === 'CS') {
          noteSpace(now.overprint, operator, find('ColorSpace', last === 'DeviceCMYK' ? 'DefaultCMYK' : last));
          this.#colours.check(last, resources);
        } else if (operator === 'scn' || operator === 'SCN') {
          if (typeof last === 'string') this.#checkPattern(find('Pattern', last), resources, depth);
        } else if (operator === 'sh') this.#checkShading(asDict(find('Shading', last)), resources);
        else if (operator === 'Do') {
          this.#draw(find('XObject', last), resources, { depth: depth + 1, state: now, isSpoken: marks.isSpoken });
        } else if (operator === 'BI')
          this.#images.checkInline(content, operation, resources, (name) => find('ColorSpace', name));
        else if (operator === 'BDC' || operator === 'BMC') {
          marks.begin(operator === 'BDC' ? last : undefined, (name) => find('Properties', name));
        } else if (operator === 'EMC') marks.end();
        else this.#show(now, operands, resources, { depth: depth + 1, isSpoken: marks.isSpoken });
      }
    }
  }

  /** Gives a drawing the resources that it takes from what draws it. Those must be the same each time that it is drawn. */
  #inherit(owner: Run['owner'], resources: PdfDict | undefined): void {
    const known = owner instanceof PdfStream ? this.#inherited.get(owner) : undefined;
    if (known !== undefined && known === resources) return;
    const isForm = owner instanceof PdfStream && asName(owner.dict.get('Subtype')) === 'Form';
    if (this.#repair === undefined || known !== undefined || !isForm || resources === undefined) {
      this.#breaches.add('content that takes its resources from elsewhere', '6.2.2');
      return;
    }
    owner.dict.set('Resources', resources);
    this.#inherited.set(owner, resources);
    this.#repair('drawings without resources have those of their page');
  }

  #paintPlain(operator: string, resources: PdfDict | undefined, { overprint }: DrawState): void {
    const space = { rg: 'DeviceRGB', g: 'DeviceGray', k: 'DeviceCMYK' }[operator.toLowerCase()];
    const isCmyk = space === 'DeviceCMYK';
    noteSpace(overprint, operator, isCmyk ? asDict(resources?.get('ColorSpace'))?.get('DefaultCMYK') : undefined);
    this.#colours.check(space, resources);
  }

  #show({ font, mode }: DrawState, operands: readonly PdfObject[], above: PdfDict | undefined, drawer: Drawer): void {
    if (font === undefined) return;
    const strings = operands.flatMap(asList);
    const isNew = this.fonts.add(
      font,
      { mode, isSpoken: drawer.isSpoken === true },
      strings.map((string) => asString(string) ?? '').join(''),
    );
    if (!isNew || asName(font.get('Subtype')) !== 'Type3') return;
    const resources = asDict(font.get('Resources'));
    for (const glyph of asDict(font.get('CharProcs'))?.values() ?? []) {
      const stream = resolve(glyph);
      if (!(stream instanceof PdfStream) || this.#seen.has(stream) || drawer.depth > formDepthLimit) continue;
      this.#seen.add(stream);
      this.#run(this.#decode(stream), resources ?? above, { ...drawer, owner: stream, isOwn: resources !== undefined });
    }
  }

  #draw(object: PdfObject, resources: PdfDict | undefined, drawer: Drawer): void {
    if (!(object instanceof PdfStream)) return;
    const kind = asName(object.dict.get('Subtype'));
    if (kind === 'Form') this.checkForm(object, resources, drawer);
    else if (kind === 'Image') this.#images.check(object, resources);
    else if (kind === 'PS') this.#breaches.add('PostScript', '6.2.9');
  }

  #checkState(state: PdfDict | undefined, now: DrawState, depth: number): void {
    if (state === undefined) return;
    const font = asDict(asArray(state.get('Font'))[0]);
    if (font !== undefined) now.font = font;
    applyOverprint(now.overprint, state);
    if (this.#seen.has(state)) return;
    this.#seen.add(state);
    if (this.#repair) {
      repairState(state, this.#repair);
      repairIntent(state, 'RI', this.#repair);
      repairBlendModes(state, this.#repair);
    }
    const second = asName(state.get('TR2'));
    if ((state.has('TR') && asName(state.get('TR')) !== 'Identity') || (state.has('TR2') && second !== 'Default')) {
      this.#breaches.add('a transfer function', '6.2.5');
    }
    if (state.has('RI')) checkIntent(state.get('RI'), this.#breaches);
    for (const mode of findUnknownModes(state)) this.#breaches.add(`the blend mode ${mode}`, '6.2.10');
    const group = resolve(asDict(state.get('SMask'))?.get('G'));
    if (group instanceof PdfStream) this.checkForm(group, undefined, { depth: depth + 1 });
  }

  #checkPattern(pattern: PdfObject, resources: PdfDict | undefined, depth: number): void {
    if (pattern instanceof PdfStream) this.checkForm(pattern, undefined, { depth: depth + 1 });
    else if (pattern instanceof Map) {
      this.#checkShading(asDict(pattern.get('Shading')), resources);
      this.#checkState(asDict(pattern.get('ExtGState')), startState(), depth);
    }
  }

  #checkShading(shading: PdfDict | undefined, resources: PdfDict | undefined): void {
    this.#colours.check(shading?.get('ColorSpace'), resources);
  }

  #checkGroup(holder: PdfDict, resources: PdfDict | undefined): void {
    this.#colours.checkBlending(asDict(holder.get('Group'))?.get('CS'), resources);
  }

  #decode(stream: PdfStream): Buffer {
    return decodeStream(stream, this.#budget);
  }
}
