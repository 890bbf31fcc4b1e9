import { assetRoutes } from './routes/asset-routes.ts';
import { keyRoutes } from './routes/key-routes.ts';
import { renderRoutes } from './routes/render-routes.ts';
import { templateRoutes } from './routes/template-routes.ts';
import { valueSetRoutes } from './routes/value-set-routes.ts';
import { webhookRoutes } from './routes/webhook-routes.ts';

export { commonErrors, type Route } from './routes/route.ts';

/** The operations, by name, in the order of the documentation. */
export const routes = {
  ...renderRoutes,
  ...templateRoutes,
  ...valueSetRoutes,
  ...assetRoutes,
  ...keyRoutes,
  ...webhookRoutes,
};

/** The name of an operation. */
export type RouteName = keyof typeof routes;
