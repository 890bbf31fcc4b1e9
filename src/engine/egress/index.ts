/** What a render may dial, decided in one place. Knows nothing of browsers and documents. */
export { type Egress, openEgress } from './egress.ts';
export { buildResolve, type EgressEdges, type Resolve } from './egress-edges.ts';
export { defaultEgressLimits, type EgressLimits } from './egress-limits.ts';
export { type EgressLevel, type EgressPolicy, parsePolicy } from './egress-policy.ts';
export { type BlockedRequest, isRefusal } from './egress-refusal.ts';
