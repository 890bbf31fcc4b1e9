// The words on the wire: routes, schemas, formats, codes of errors and warnings. It knows no I/O, no framework and no other module.
export * from './api-key.ts';
export * from './dashboard-routes.ts';
export * from './dashboard-schema.ts';
export * from './errors.ts';
export * from './formats.ts';
export * from './json-pointer.ts';
export * from './key-schema.ts';
export * from './limits.ts';
export * from './options-schema.ts';
export * from './problem-schema.ts';
export * from './render-schema.ts';
export * from './request-bytes.ts';
export * from './rounded-integers.ts';
export * from './routes.ts';
export * from './scopes.ts';
export * from './template-schema.ts';
export * from './warnings.ts';
