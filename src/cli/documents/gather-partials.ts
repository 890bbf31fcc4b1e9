import { realpath } from 'node:fs/promises';
import { extname, isAbsolute, join, relative, sep } from 'node:path';
import { limits } from '../../contract/index.ts';
import { nearestName } from '../../folders/index.ts';
import { decodeUtf8 } from '../files/decode-document.ts';
import { findSpelling } from '../files/find-spelling.ts';
import { noteFile } from '../files/note-reads.ts';
import { NotReadable, readRegularFile } from '../files/read-regular-file.ts';
import { CommandError } from '../output/command-error.ts';
import type { PartialTag } from '../service/embedded.ts';
import {
  type LocalTemplates,
  type PartialFile,
  type Partials,
  TemplateFault,
  type TemplateText,
} from '../service/render-template.ts';
import { showFrom } from './document-root.ts';
import { findPartialFolders, listPartials, partialFolders } from './partial-folders.ts';

/** What gathering needs. */
interface GatherEdges {
  templates: LocalTemplates;
  cwd: string;
  /** The real path of `--root`; undefined without it. */
  root?: string | undefined;
}

/** How deep partials can be nested. */
const depthLimit = 20;

/**
 * Reads the partials and layouts of a template, and those that they include: each from the template's own folder, else from the
 * folder around it. A template without a folder has none. Throws `TemplateFault` at the tag whose file cannot be used.
 */
export async function gatherPartials(
  template: TemplateText & { folder: string | undefined },
  { templates, cwd, root }: GatherEdges,
  signal: AbortSignal,
): Promise<Partials> {
  const known = new Map<string, PartialFile>();
  if (template.folder === undefined) return known;
  const folders = findPartialFolders(template.folder, root);
  /** How many levels of partials there are below each, including itself. */
  const heights = new Map<string, number>();

  async function follow(text: TemplateText, chain: readonly string[]): Promise<number> {
    let height = 0;
    for (const tag of await templates.findPartials(text, signal).catch(blame)) {
      const partial = chain.length > 0 ? text : undefined;
      const refuse = (problem: string): never => {
        const sourceLine = text.content.split('\n', tag.line)[tag.line - 1]?.slice(0, 160) ?? '';
        const { line, column } = tag;
        throw new TemplateFault(
          template.file,
          Object.assign(new Error(), { problem, line, column, sourceLine }),
          partial,
        );
      };
      const name = readName(tag, refuse);
      const circle = [...chain.slice(chain.indexOf(name)), name];
      if (chain.includes(name))
        refuse(`${circle.join(' includes ')}: partials must not include each other in a circle`);
      if (chain.length + (heights.get(name) ?? 1) > depthLimit)
        refuse(`partials are nested more than ${depthLimit} levels deep`);
      if (!known.has(name)) {
        const found =
          (await readPartial(name, folders, cwd, refuse)) ?? refuse(await describeUnknown(name, folders, cwd));
        known.set(name, found);
        heights.set(name, 1 + (await follow(found, [...chain, name])));
      }
      height = Math.max(height, heights.get(name) ?? 1);
    }
    return height;

    function blame(error: unknown): never {
      // A syntax error of a partial is found as that of a template.
      if (!(error instanceof TemplateFault) || chain.length === 0) throw error;
      throw new TemplateFault(template.file, error.cause as ConstructorParameters<typeof TemplateFault>[1], text);
    }
  }

  await follow(template, []);
  return known;
}

function readName({ tag, name }: PartialTag, refuse: (problem: string) => never): string {
  if (name === null) {
    return refuse(
      `the name of a partial must be in quotes, as in {% ${tag} "partials/header" %}: files are read before the values are known`,
    );
  }
  const [folder = '', ...rest] = name.split('/');
  const isPlain = rest.length > 0 && rest.every((step) => /^[^.\\\p{Cc}:][^\\\p{Cc}:]*$/u.test(step));
  if (partialFolders.includes(folder) && isPlain) return name;
  return refuse(
    `${JSON.stringify(name)} is not the name of a partial: it starts with partials/ or layouts/, has no ".." and no name that starts with a dot`,
  );
}

async function readPartial(
  name: string,
  folders: readonly string[],
  cwd: string,
  refuse: (problem: string) => never,
): Promise<PartialFile | undefined> {
  const outermost = folders.at(-1) ?? '';
  for (const folder of folders) {
    const path = join(folder, extname(name) === '' ? `${name}.html` : name);
    const file = showFrom(cwd, path);
    noteFile(path);
    try {
      const real = await realpath(await findSpelling(path));
      const below = relative(outermost, real);
      if (below.startsWith(`..${sep}`) || isAbsolute(below))
        refuse(`${file} is a link that leaves ${showFrom(cwd, outermost)}`);
      const bytes = await readRegularFile(real, (size) => {
        if (size > limits.templateContent)
          throw new NotReadable(`is larger than a template may be (${limits.templateContent / 1024 / 1024} MiB)`);
      });
      return { file, content: decodeUtf8(bytes, file) };
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOENT' || code === 'ENOTDIR') continue;
      if (error instanceof NotReadable) refuse(`${file} ${error.message}`);
      if (error instanceof CommandError && !(error instanceof TemplateFault)) refuse(error.message);
      if (code === 'ELOOP') refuse(`${file} is a link that leads back to itself`);
      if (code === 'EACCES' || code === 'EPERM') refuse(`${file} cannot be read: permission denied`);
      throw error;
    }
  }
  return undefined;
}

async function describeUnknown(name: string, folders: readonly string[], cwd: string): Promise<string> {
  const file = extname(name) === '' ? `${name}.html` : name;
  const near = nearestName(name, await listPartials(folders));
  const hint = near === undefined ? '' : `; did you mean "${near}"?`;
  return `there is no file ${folders.map((folder) => showFrom(cwd, join(folder, file))).join(' or ')}${hint}`;
}
