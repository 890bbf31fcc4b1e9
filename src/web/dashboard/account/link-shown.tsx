import { Copy } from '../../parts/copy.tsx';
import { Dialog, Done } from '../../parts/dialog.tsx';

/** A one-time link, to hand to its person. */
export function LinkShown({ email, link, onClose }: { email: string; link: string; onClose: () => void }) {
  return (
    <Dialog title={`A link for ${email}`} onClose={onClose}>
      <p>
        Whoever opens it first sets the password. It holds for fifteen minutes and for one use, so send it to them
        alone.
      </p>
      <div class="secret">
        <code>{link}</code>
        <Copy text={link} words="Copy the link" />
      </div>
      <Done onClose={onClose} />
    </Dialog>
  );
}
