import type { Format } from '../documents/plan-source.ts';
import type { JobFlags } from './background/job-flags.ts';
import type { ConformanceFlags } from './conformance-flags.ts';
import type { DesignFlags } from './design-flags.ts';
import type { FormFlags } from './form-flags.ts';
import type { OverlayFlags } from './overlay-flags.ts';
import type { PageFlags } from './page-flags.ts';
import type { ProtectionFlags } from './protection-flags.ts';
import type { RequestFlags } from './request-flags.ts';
import type { SignFlags } from './signing/sign-flags.ts';

/** The flags of `platen render pdf`. */
export interface RenderPdfOptions
  extends PageFlags,
    DesignFlags,
    RequestFlags,
    OverlayFlags,
    FormFlags,
    ConformanceFlags,
    ProtectionFlags,
    SignFlags,
    JobFlags {
  parts?: string;
  input?: string;
  fonts?: string;
  locale?: string;
  timezone?: string;
  onDamage?: string;
  from?: Format;
  root?: string;
  assets?: string[];
  attach?: string[];
  context?: string;
  values?: string;
  set?: string[];
  setString?: string[];
  output?: string;
  force?: boolean;
  each?: boolean;
  open?: boolean;
  watch?: boolean;
  dryRun?: boolean;
}
