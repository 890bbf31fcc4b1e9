import type { ComponentType } from 'preact';
import { ApiKeys } from '../api-keys/api-keys.tsx';
import { Templates } from '../templates/templates.tsx';

/** A place of the navigation. */
interface ListedView {
  /** The name in the URL. */
  path: string;
  name: string;
  load: () => Promise<ComponentType<{ id: string }>>;
  /** The view of one item, whose id follows in the address. */
  loadOne?: () => Promise<ComponentType<{ id: string }>>;
}

/** The views, in the order of the navigation. What is seen first comes with the page, the others when they are opened. */
export const views: readonly ListedView[] = [
  {
    path: 'templates',
    name: 'Templates',
    load: async () => Templates,
    loadOne: async () => (await import('../template-editor/template-editor.tsx')).TemplateEditor,
  },
  { path: 'keys', name: 'API Keys', load: async () => ApiKeys },
  {
    path: 'renders',
    name: 'Renders',
    load: async () => (await import('../renders/renders.tsx')).Renders,
    loadOne: async () => (await import('../renders/render-detail.tsx')).RenderDetail,
  },
  { path: 'usage', name: 'Usage', load: async () => (await import('../usage/usage.tsx')).Usage },
  { path: 'account', name: 'Account', load: async () => (await import('../account/account.tsx')).Account },
];
