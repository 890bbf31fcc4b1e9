import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../parts/dialog.tsx';
import { put } from '../../parts/put.ts';
import { go } from '../../router.ts';
import { suggestTemplates } from '../templates/template-calls.ts';
import { type Command, listCommands } from './commands.ts';

/** Whether the menu is open. */
export const isCommandMenuOpen = signal(false);
/** Milliseconds without a key after which templates are searched. */
const pauseMs = 120;

/** Goes anywhere and does what is often done, by a few letters. Ctrl-K opens it. */
export function CommandMenu() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      isCommandMenuOpen.value = !isCommandMenuOpen.value;
    };
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
  return isCommandMenuOpen.value ? <OpenMenu /> : null;
}

function OpenMenu() {
  const words = useSignal('');
  const at = useSignal(0);
  const templates = useSignal<readonly Command[]>([]);
  const list = useRef<HTMLDivElement>(null);
  const close = put(isCommandMenuOpen, false);

  useEffect(() => {
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      templates.value = await suggestTemplates(words.value, controller.signal).catch(() => []);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [words.value]);
  useEffect(() => list.current?.children[at.value]?.scrollIntoView({ block: 'nearest' }), [at.value]);

  const wanted = words.value.trim().toLowerCase();
  const found = [...listCommands().filter(({ name }) => name.toLowerCase().includes(wanted)), ...templates.value];
  const chosen = Math.min(at.value, found.length - 1);

  function run(command: Command | undefined): void {
    if (!command) return;
    close();
    if (typeof command.to === 'string') go(command.to);
    else command.to();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') at.value = (chosen + 1) % found.length;
    else if (event.key === 'ArrowUp') at.value = (chosen - 1 + found.length) % found.length;
    else if (event.key === 'Enter') run(found[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <Dialog title="Go to" onClose={close}>
      <input
        class="command"
        type="text"
        role="combobox"
        aria-label="A view, an action or a template"
        aria-expanded="true"
        aria-controls="commands"
        aria-activedescendant={chosen >= 0 ? `command-${chosen}` : undefined}
        placeholder="A view, an action or a template"
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => {
          words.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div id="commands" ref={list} role="listbox" aria-label="What was found" class="commands">
        {found.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the text field above handles the keys (WAI-ARIA APG, Combobox)
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the text field, which names the active option
          <div
            key={`${command.kind} ${command.name}`}
            id={`command-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => run(command)}
          >
            <span class="cut">{command.name}</span>
            <span class="soft">{command.kind}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p class="soft">Nothing matches.</p>}
    </Dialog>
  );
}
