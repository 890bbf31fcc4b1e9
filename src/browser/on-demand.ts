// What a render loads only if it needs it.
export const loadOutside = () => import('./egress/send-outside.ts');
export const loadPrivateTrust = () => import('./egress/private-trust.ts');
