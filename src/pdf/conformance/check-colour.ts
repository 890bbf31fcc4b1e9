import { createHash } from 'node:crypto';
import { decodeStream, type InflateBudget } from '../objects/decode-stream.ts';
import {
  asArray,
  asDict,
  asName,
  asNumber,
  type PdfDict,
  type PdfObject,
  PdfStream,
  PdfString,
  resolve,
  unlessDamaged,
} from '../objects/objects.ts';
import type { NoteRepair } from '../part/merge-warnings.ts';
import { onlyPart4 } from './archive-clauses.ts';
import type { Breaches } from './breaches.ts';
import { isUtf8Name } from './check-limits.ts';

/** What the output intent of a document is for, as the header of its profile says (ICC.1, 7.2.6). */
export type IntentSpace = 'RGB ' | 'CMYK' | 'GRAY';

/** Real spaces nest far less, and the stack holds far more. */
const depthLimit = 100;
const profileLimit = 64 * 1024 * 1024;
const digestDepth = 12;

/** Device spaces by all of their names, with the entry of resources that takes their place (ISO 32000-1, 8.6.5.6). */
const deviceSpaces: Readonly<Record<string, { space: IntentSpace; name: string; substitute: string }>> = {
  DeviceRGB: { space: 'RGB ', name: 'DeviceRGB', substitute: 'DefaultRGB' },
  RGB: { space: 'RGB ', name: 'DeviceRGB', substitute: 'DefaultRGB' },
  DeviceCMYK: { space: 'CMYK', name: 'DeviceCMYK', substitute: 'DefaultCMYK' },
  CMYK: { space: 'CMYK', name: 'DeviceCMYK', substitute: 'DefaultCMYK' },
  DeviceGray: { space: 'GRAY', name: 'DeviceGray', substitute: 'DefaultGray' },
  G: { space: 'GRAY', name: 'DeviceGray', substitute: 'DefaultGray' },
};

const otherCount = 'a colour profile of another number of colours';
const profileClasses = new Set(['prtr', 'mntr', 'scnr', 'spac']);
const componentsOf: Readonly<Record<string, number>> = { 'RGB ': 3, CMYK: 4, GRAY: 1, 'Lab ': 3 };

/** Checks the colour spaces that content uses (ISO 19005-2, 6.2.4). One for a part. */
export class ColourChecker {
  readonly #breaches: Breaches;
  readonly #intent: IntentSpace;
  readonly #budget: InflateBudget;
  /** What each spot colour was made of first. */
  readonly #spots: Map<string, string>;
  readonly #profiles = new Map<PdfStream, string | undefined>();
  /** The spaces that were checked, with their resources: those that hold each other would have no end. */
  readonly #checked = new Map<PdfObject[], Set<PdfDict | undefined>>();
  readonly #repair: NoteRepair | undefined;

  /** `spots` is shared by all parts of a document: an ink is the same in all of them. Without `repair` nothing is changed. */
  constructor(
    breaches: Breaches,
    intent: IntentSpace,
    budget: InflateBudget,
    spots: Map<string, string>,
    repair?: NoteRepair,
  ) {
    this.#repair = repair;
    this.#spots = spots;
    this.#breaches = breaches;
    this.#intent = intent;
    this.#budget = budget;
  }

  /** Checks a colour space, by name or as an object, with these resources. */
  check(space: PdfObject | undefined, resources: PdfDict | undefined, depth = 0): void {
    const value = resolve(space);
    if (depth > depthLimit || value === null) return;
    const named = asDict(resources?.get('ColorSpace'));
    if (typeof value === 'string') {
      const device = Object.hasOwn(deviceSpaces, value) ? deviceSpaces[value] : undefined;
      if (device !== undefined) this.#checkDevice(device, named);
      else if (value !== 'Pattern' && named?.has(value)) this.check(named.get(value), resources, depth + 1);
      return;
    }
    if (!Array.isArray(value) || !this.#isNew(value, resources)) return;
    const [kind, first, second, third, fourth] = value;
    const family = asName(kind) ?? '';
    if (family === 'ICCBased') this.#checkProfile(value, resources);
    else if (family === 'Indexed' || family === 'I' || family === 'Pattern') this.check(first, resources, depth + 1);
    else if (family === 'Separation') {
      this.#checkSpot(asName(first) ?? '', second, third);
      this.check(second, resources, depth + 1);
    } else if (family === 'DeviceN') {
      this.#checkInks(asArray(first), asDict(fourth));
      this.check(second, resources, depth + 1);
      for (const ink of asDict(asDict(fourth)?.get('Colorants'))?.values() ?? []) this.check(ink, resources, depth + 1);
      this.check(asDict(asDict(fourth)?.get('Process'))?.get('ColorSpace'), resources, depth + 1);
    } else if (value.length === 1) this.check(kind, resources, depth + 1);
  }

  #isNew(space: PdfObject[], resources: PdfDict | undefined): boolean {
    const checked = this.#checked.get(space) ?? new Set();
    if (checked.has(resources)) return false;
    this.#checked.set(space, checked.add(resources));
    return true;
  }

  #checkDevice(
    { space, name, substitute }: { space: IntentSpace; name: string; substitute: string },
    named?: PdfDict,
  ): void {
    const replaced = asName(asArray(named?.get(substitute))[0]);
    if (replaced !== undefined && !Object.hasOwn(deviceSpaces, replaced)) {
      if (replaced === 'ICCBased') this.check(named?.get(substitute), undefined);
      return;
    }
    // Any intent says what gray is.
    if (space === 'GRAY' || space === this.#intent) return;
    this.#breaches.add(`${name}, which the output intent says nothing of`, `6.2.4.3`);
  }

  /** Checks a space with a profile. One whose profile does not fit is what viewers take it for: the device space of as many colours. */
  #checkProfile(space: PdfObject[], resources: PdfDict | undefined): void {
    const profile = resolve(space[1]);
    if (!(profile instanceof PdfStream)) {
      this.#breaches.add('a colour space without its profile', '6.2.4.2');
      return;
    }
    if (!this.#profiles.has(profile)) this.#profiles.set(profile, readFault(profile, this.#budget));
    const fault = this.#profiles.get(profile);
    const device = ({ 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' } as const)[
      asNumber(profile.dict.get('N')) ?? 0
    ];
    const alternate = resolve(profile.dict.get('Alternate')) ?? device;
    if (fault === otherCount && this.#repair && device !== undefined && alternate === device) {
      space.splice(0, space.length, device);
      this.#repair('colour spaces whose profile does not fit are device colours');
      this.check(device, resources);
    } else if (fault !== undefined) this.#breaches.add(fault, '6.2.4.2');
    // It may be that of the output intent, whose colours are device colours.
    if (device === 'DeviceCMYK' && this.#intent === 'CMYK')
      this.#breaches.add('a CMYK profile with an output intent of CMYK', `${onlyPart4}6.2.4.2`);
  }

  /** Checks the colour space of a transparency group. */
  checkBlending(space: PdfObject | undefined, resources: PdfDict | undefined): void {
    this.check(space, resources);
    const [family, profile] = asArray(space);
    if (asName(family) === 'ICCBased' && asNumber(asDict(profile)?.get('N')) === componentsOf.CMYK)
      this.#breaches.add('a transparency group of a CMYK profile', `${onlyPart4}6.2.4.2`);
  }

  #checkInks(names: readonly PdfObject[], attributes: PdfDict | undefined): void {
    if (names.length > 32) this.#breaches.add('a colour space of more than 32 inks', '6.1.13');
    const known = asDict(attributes?.get('Colorants'));
    const process = asArray(asDict(attributes?.get('Process'))?.get('Components')).map(asName);
    for (const name of names.map(asName)) {
      this.#checkName(name ?? '');
      const isProcess = process.includes(name) || ['None', 'Cyan', 'Magenta', 'Yellow', 'Black'].includes(name ?? '');
      if (!isProcess && !known?.has(name ?? ''))
        this.#breaches.add(`the ink ${name}, which is not described`, '6.2.4.4');
    }
  }

  #checkName(ink: string): void {
    if (!isUtf8Name(ink)) this.#breaches.add(`the ink ${ink}, whose name is not UTF-8`, '6.1.8');
  }

  #checkSpot(name: string, alternate: PdfObject | undefined, tint: PdfObject | undefined): void {
    this.#checkName(name);
    const made = digest([alternate ?? null, tint ?? null]);
    if ((this.#spots.get(name) ?? made) !== made)
      this.#breaches.add(`the ink ${name}, which is made in two ways`, '6.2.4.4');
    this.#spots.set(name, this.#spots.get(name) ?? made);
  }
}

/**
 * What the colours of a document are meant for by its output intents; undefined if they are not those of an archive (ISO
 * 19005-2, 6.2.3).
 */
export function readIntentSpace(intents: PdfObject | undefined): IntentSpace | undefined {
  const list = asArray(intents).map(asDict);
  const profiles = new Set(list.map((intent) => resolve(intent?.get('DestOutputProfile'))));
  const [profile] = profiles;
  const isArchive = list.some((intent) => asName(intent?.get('S')) === 'GTS_PDFA1');
  if (!isArchive || profiles.size !== 1 || !(profile instanceof PdfStream)) return undefined;
  const header = readProfile(profile);
  if (header === undefined || readFault(profile, { bytes: profileLimit }) !== undefined) return undefined;
  const [kind, space] = [header.toString('latin1', 12, 16), header.toString('latin1', 16, 20)];
  return (kind === 'prtr' || kind === 'mntr') && isIntentSpace(space) ? space : undefined;
}

/** The bytes of a profile; undefined if they do not unfold. */
function readProfile(profile: PdfStream): Buffer | undefined {
  return unlessDamaged(
    () => decodeStream(profile, { bytes: profileLimit }),
    () => undefined,
  );
}

function isIntentSpace(space: string): space is IntentSpace {
  return space === 'RGB ' || space === 'CMYK' || space === 'GRAY';
}

/** What is wrong with a profile, as far as its header says (ICC.1, 7.2). */
function readFault(profile: PdfStream, budget: InflateBudget): string | undefined {
  const header = decodeStream(profile, budget).subarray(0, 128);
  if (header.length < 128) return 'a colour profile that is cut off';
  const space = header.toString('latin1', 16, 20);
  if (!profileClasses.has(header.toString('latin1', 12, 16)) || !Object.hasOwn(componentsOf, space))
    return 'a colour profile of another kind';
  if ((header[8] ?? 0) >= 5) return 'a colour profile of a later version';
  return componentsOf[space] === asNumber(profile.dict.get('N')) ? undefined : otherCount;
}

/** Equal for objects that are written alike. `known` are those of objects that were met, of which each is read once. */
function digest(object: PdfObject, known = new Map<PdfObject, string>(), depth = 0): string {
  const value = resolve(object);
  if (value instanceof PdfString) return `(${value.bytes})`;
  if (!Array.isArray(value) && !(value instanceof Map) && !(value instanceof PdfStream)) return String(value);
  if (depth > digestDepth) return '…';
  const met = known.get(value);
  if (met !== undefined) return met;
  const read = (item: PdfObject) => digest(item, known, depth + 1);
  const text = createHash('sha256').update(writeDigested(value, read)).digest('hex');
  known.set(value, text);
  return text;
}

function writeDigested(value: PdfObject[] | PdfDict | PdfStream, read: (item: PdfObject) => string): string {
  if (Array.isArray(value)) return `[${value.map(read).join(' ')}]`;
  if (value instanceof PdfStream) return read(value.dict) + createHash('sha256').update(value.data).digest('hex');
  const entries = [...value].filter(([key]) => key !== 'Length').sort(([a], [b]) => (a < b ? -1 : 1));
  return `<${entries.map(([key, item]) => `${key} ${read(item)}`).join(' ')}>`;
}
