// Chromium: finding, unpacking and launching it, its fonts, and what it may reach. Knows nothing of documents.

export { type BrowserSupervisor, type Lease, openBrowserSupervisor } from './chromium/browser-supervisor.ts';
export { ConnectionClosed, DevToolsError, type Session } from './chromium/connection.ts';
export { cutPieces, encodeBase64Pieces, encodeBytesPieces } from './chromium/encode-base64.ts';
export { findBrowser } from './chromium/find-browser.ts';
export { checkTrust } from './chromium/folder-trust.ts';
export { type InstalledBrowser, installBrowser } from './chromium/install-browser.ts';
export type { Browser } from './chromium/launch-browser.ts';
export { preparePrivateFolders } from './chromium/private-folders.ts';
export { type SandboxReport, testSandbox } from './chromium/sandbox-test.ts';
export { type StartOptions, startBrowser } from './chromium/start-browser.ts';
export type { EgressEdges } from './egress/egress-edges.ts';
export { defaultEgressLimits } from './egress/egress-limits.ts';
export type { AnswerEnd } from './egress/egress-period.ts';
export { type EgressLevel, type EgressPolicy, parsePolicy, readAllowList } from './egress/egress-policy.ts';
export { type EgressSession, openEgressSession, readPlace } from './egress/egress-session.ts';
export type { OutsideFailure, OutsideOutcome, OutsideRequest } from './egress/outside-request.ts';
export type { CertificateFault, PrivateTrust } from './egress/private-trust.ts';
export { sendOutside } from './egress/send-outside.ts';
export type { Target } from './egress/target.ts';
export type { FontSet } from './fonts/font-rules.ts';
export { findAbove, fontAdvice } from './fonts/packed-fonts.ts';
export { readFieldFaces } from './fonts/read-field-faces.ts';
export { chooseNetwork } from './network/choose-network.ts';
export { loadOutside, loadPrivateTrust } from './on-demand.ts';
export { fileNameOf, readPageAddress } from './page-address.ts';
export { readUnpackMs } from './unpack-clock.ts';
