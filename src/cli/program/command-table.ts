import type { Declare } from '../command/command.ts';

/** Loads what declares a command. Each is a file of its own, because reading all of them takes longer than any one runs. */
type Load = () => Promise<Declare>;

/** A group of commands. */
export interface CommandGroup {
  description: string;
  commands: Readonly<Record<string, Load>>;
}

/** A command, or a small group of them, that stands for itself. */
export interface SingleCommand {
  description: string;
  /** How it is written in the list of commands, as long as nothing else of it is known. */
  term: string;
  hidden?: true;
  load: Load;
}

/** The commands, by group. */
export const groups: Readonly<Record<string, CommandGroup>> = {
  render: {
    description: 'Render PDFs.',
    commands: {
      pdf: async () => (await import('../commands/render/pdf.ts')).addRenderPdf,
      batch: async () => (await import('../commands/render/batch.ts')).addRenderBatch,
    },
  },
  templates: {
    description: 'Manage the stored templates.',
    commands: {
      update: async () => (await import('../commands/templates/update.ts')).addTemplatesUpdate,
      list: async () => (await import('../commands/templates/list.ts')).addTemplatesList,
      get: async () => (await import('../commands/templates/get.ts')).addTemplatesGet,
      create: async () => (await import('../commands/templates/create.ts')).addTemplatesCreate,
      delete: async () => (await import('../commands/templates/delete.ts')).addTemplatesDelete,
      pull: async () => (await import('../commands/templates/pull.ts')).addTemplatesPull,
      push: async () => (await import('../commands/templates/push.ts')).addTemplatesPush,
      diff: async () => (await import('../commands/templates/diff.ts')).addTemplatesDiff,
      preview: async () => (await import('../commands/templates/preview.ts')).addTemplatesPreview,
      check: async () => (await import('../commands/templates/check.ts')).addTemplatesCheck,
    },
  },
  keys: {
    description: "Manage the API keys of the service's own store.",
    commands: {
      create: async () => (await import('../commands/keys/create.ts')).addKeysCreate,
      list: async () => (await import('../commands/keys/list.ts')).addKeysList,
      revoke: async () => (await import('../commands/keys/revoke.ts')).addKeysRevoke,
    },
  },
};

/** The commands, and groups, that stand for themselves. */
export const singles: Readonly<Record<string, SingleCommand>> = {
  serve: {
    description: 'Run the service until it is told to stop.',
    term: 'serve [options]',
    load: async () => (await import('../commands/serve.ts')).addServe,
  },
  init: {
    description: 'Make a folder of templates with examples to start from.',
    term: 'init [dir]',
    load: async () => (await import('../commands/init.ts')).addInit,
  },
  config: {
    description: 'Show and change settings.',
    term: 'config',
    load: async () => (await import('../commands/config/config.ts')).addConfig,
  },
  doctor: {
    description: 'Check that all that platen needs works here, and say what to do.',
    term: 'doctor',
    load: async () => (await import('../commands/doctor.ts')).addDoctor,
  },
  completion: {
    description: 'Print a script that completes commands, flags, files and templates when Tab is pressed.',
    term: 'completion <shell>',
    load: async () => (await import('../commands/completion.ts')).addCompletion,
  },
  __complete: {
    description: '',
    term: '__complete',
    hidden: true,
    load: async () => (await import('../commands/complete.ts')).addComplete,
  },
};
