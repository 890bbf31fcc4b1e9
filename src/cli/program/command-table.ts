import type { Declare } from '../command/command.ts';

/** Loads what declares a command. Each is in its own file, because loading all of them takes longer than running one. */
type Load = () => Promise<Declare>;

/** A group of commands. */
interface CommandGroup {
  description: string;
  commands: Readonly<Record<string, Load>>;
}

/** A command outside of any group. */
interface SingleCommand {
  description: string;
  /** How the list of commands shows it while the command itself is not loaded. */
  term: string;
  hidden?: true;
  load: Load;
}

/** The commands, by group. */
export const groups: Readonly<Record<string, CommandGroup>> = {
  render: {
    description: 'Render PDFs, images of pages, and the HTML behind them.',
    commands: {
      pdf: async () => (await import('../commands/render/pdf.ts')).addRenderPdf,
      batch: async () => (await import('../commands/render/batch.ts')).addRenderBatch,
      html: async () => (await import('../commands/render/html.ts')).addRenderHtml,
      image: async () => (await import('../commands/render/image.ts')).addRenderImage,
    },
  },
  renders: {
    description: 'Manage background renders of a service.',
    commands: {
      list: async () => (await import('../commands/renders/list.ts')).addRendersList,
      get: async () => (await import('../commands/renders/get.ts')).addRendersGet,
      wait: async () => (await import('../commands/renders/wait.ts')).addRendersWait,
      cancel: async () => (await import('../commands/renders/cancel.ts')).addRendersCancel,
    },
  },
  templates: {
    description: 'Manage stored templates.',
    commands: {
      list: async () => (await import('../commands/templates/list.ts')).addTemplatesList,
      get: async () => (await import('../commands/templates/get.ts')).addTemplatesGet,
      create: async () => (await import('../commands/templates/create.ts')).addTemplatesCreate,
      update: async () => (await import('../commands/templates/update.ts')).addTemplatesUpdate,
      delete: async () => (await import('../commands/templates/delete.ts')).addTemplatesDelete,
      pull: async () => (await import('../commands/templates/pull.ts')).addTemplatesPull,
      push: async () => (await import('../commands/templates/push.ts')).addTemplatesPush,
      diff: async () => (await import('../commands/templates/diff.ts')).addTemplatesDiff,
      log: async () => (await import('../commands/templates/log.ts')).addTemplatesLog,
      show: async () => (await import('../commands/templates/show.ts')).addTemplatesShow,
      restore: async () => (await import('../commands/templates/restore.ts')).addTemplatesRestore,
      label: async () => (await import('../commands/templates/label.ts')).addTemplatesLabel,
      preview: async () => (await import('../commands/templates/preview.ts')).addTemplatesPreview,
      check: async () => (await import('../commands/templates/check.ts')).addTemplatesCheck,
      schema: async () => (await import('../commands/templates/schema.ts')).addTemplatesSchema,
    },
  },
  keys: {
    description: "Manage API keys in the service's store.",
    commands: {
      create: async () => (await import('../commands/keys/create.ts')).addKeysCreate,
      list: async () => (await import('../commands/keys/list.ts')).addKeysList,
      rotate: async () => (await import('../commands/keys/rotate.ts')).addKeysRotate,
      revoke: async () => (await import('../commands/keys/revoke.ts')).addKeysRevoke,
    },
  },
  webhooks: {
    description: 'Manage webhooks: URLs that are notified when background renders finish.',
    commands: {
      create: async () => (await import('../commands/webhooks/create.ts')).addWebhooksCreate,
      list: async () => (await import('../commands/webhooks/list.ts')).addWebhooksList,
      test: async () => (await import('../commands/webhooks/test.ts')).addWebhooksTest,
      deliveries: async () => (await import('../commands/webhooks/deliveries.ts')).addWebhooksDeliveries,
      retry: async () => (await import('../commands/webhooks/retry.ts')).addWebhooksRetry,
      update: async () => (await import('../commands/webhooks/update.ts')).addWebhooksUpdate,
      rotate: async () => (await import('../commands/webhooks/rotate.ts')).addWebhooksRotate,
      delete: async () => (await import('../commands/webhooks/delete.ts')).addWebhooksDelete,
    },
  },
  users: {
    description: 'Manage the users of the dashboard.',
    commands: {
      create: async () => (await import('../commands/users/create.ts')).addUsersCreate,
      list: async () => (await import('../commands/users/list.ts')).addUsersList,
      delete: async () => (await import('../commands/users/delete.ts')).addUsersDelete,
    },
  },
  accounts: {
    description: 'Manage accounts and their quotas.',
    commands: {
      list: async () => (await import('../commands/accounts/list.ts')).addAccountsList,
      quota: async () => (await import('../commands/accounts/quota.ts')).addAccountsQuota,
    },
  },
  config: {
    description: 'Show and change settings.',
    commands: {
      list: async () => (await import('../commands/config/list.ts')).addConfigList,
      get: async () => (await import('../commands/config/get.ts')).addConfigGet,
      set: async () => (await import('../commands/config/set.ts')).addConfigSet,
      unset: async () => (await import('../commands/config/unset.ts')).addConfigUnset,
      path: async () => (await import('../commands/config/path.ts')).addConfigPath,
      trust: async () => (await import('../commands/config/trust.ts')).addConfigTrust,
    },
  },
};

/** The commands outside of any group. */
export const singles: Readonly<Record<string, SingleCommand>> = {
  serve: {
    description: 'Run the service: the HTTP API and the dashboard.',
    term: 'serve [options]',
    load: async () => (await import('../commands/serve.ts')).addServe,
  },
  dashboard: {
    description: 'Open the dashboard of this machine in a browser.',
    term: 'dashboard [options]',
    load: async () => (await import('../commands/dashboard.ts')).addDashboard,
  },
  init: {
    description: 'Create a folder with example templates.',
    term: 'init [dir]',
    load: async () => (await import('../commands/init.ts')).addInit,
  },
  backup: {
    description: "Back up the service's store to a file.",
    term: 'backup [options] <file>',
    load: async () => (await import('../commands/backup.ts')).addBackup,
  },
  restore: {
    description: "Replace the service's store with a backup.",
    term: 'restore [options] <file>',
    load: async () => (await import('../commands/restore.ts')).addRestore,
  },
  doctor: {
    description: 'Check this machine and suggest fixes.',
    term: 'doctor',
    load: async () => (await import('../commands/doctor.ts')).addDoctor,
  },
  inspect: {
    description: 'Print the content of a PDF: pages, fonts, images, links, fields, attachments, claims.',
    term: 'inspect [options] <pdf>',
    load: async () => (await import('../commands/inspect.ts')).addInspect,
  },
  compare: {
    description: 'Compare the pages and the text of two PDFs.',
    term: 'compare [options] <before> <after>',
    load: async () => (await import('../commands/compare.ts')).addCompare,
  },
  mcp: {
    description: 'Serve AI agents over the Model Context Protocol on stdin and stdout.',
    term: 'mcp [options]',
    load: async () => (await import('../commands/mcp.ts')).addMcp,
  },
  install: {
    description: 'Unpack the bundled browser and fonts ahead of the first render.',
    term: 'install',
    load: async () => (await import('../commands/install.ts')).addInstall,
  },
  completion: {
    description: 'Print a shell completion script.',
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
