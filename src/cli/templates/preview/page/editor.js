// The editor of the preview values: a plain text field with colours behind it.

const tokens = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;
/** Characters beyond which colours would make typing slow. */
const mostColoured = 60_000;
/** Milliseconds without a key after which the page is made anew. */
const pauseMs = 200;
/** Milliseconds for which a save is told of. */
const savedMs = 3000;

/**
 * `send` takes the text, or null for what is in the file; `save` takes the text and the digest of the file it started from.
 * Both tell what went wrong by throwing an error with a `code`.
 */
export function createEditor({ text, paint, said, revert, save, file }, actions) {
  /** What the server told last. */
  let known = { text: '', digest: '', edited: false, file: null };
  /** Digest of the file that the text started from. */
  let base = '';
  let dirty = false;
  let conflict = false;
  let saving = false;
  let timer;
  /** When it was saved last; said for a moment. */
  let savedAt = Number.NEGATIVE_INFINITY;

  function take(context) {
    const first = known.digest === '' && known.text === '';
    const before = known;
    known = context;
    file.textContent = context.file ?? 'Stored on the service; changes here are for this preview alone.';
    file.classList.toggle('code', context.file !== null);
    save.hidden = context.file === null;
    if (first || (!dirty && timer === undefined)) {
      base = context.digest;
      dirty = context.edited;
      if (text.value !== context.text) write(context.text);
    } else if (!saving && context.digest !== base && context.digest !== before.digest) conflict = true;
    if (timer === undefined && text.value === context.text) dirty = context.edited;
    tell();
  }

  function forget() {
    clearTimeout(timer);
    timer = undefined;
    known = { text: '', digest: '', edited: false, file: null };
    dirty = false;
    conflict = false;
  }

  function write(words) {
    const { scrollTop, selectionStart } = text;
    text.value = words;
    // A new value puts the caret at its end, and a narrow screen would scroll there.
    text.setSelectionRange(selectionStart, selectionStart);
    text.scrollTop = scrollTop;
    colour();
  }

  function tell(words, bad = false) {
    const edited = dirty && known.file !== null;
    said.textContent =
      words ??
      (conflict
        ? 'The file has changed meanwhile. Saving replaces it; Revert takes what is in it.'
        : edited
          ? 'Not saved yet.'
          : performance.now() - savedAt < savedMs
            ? 'Saved.'
            : '');
    said.classList.toggle('bad', bad);
    save.disabled = !dirty || known.file === null;
    save.textContent = conflict ? 'Replace the file' : 'Save to file';
    revert.disabled = !dirty;
  }

  async function send() {
    timer = undefined;
    await actions.send(text.value).catch((error) => tell(error.message, true));
  }

  async function store() {
    if (save.disabled) return;
    clearTimeout(timer);
    timer = undefined;
    const words = text.value;
    saving = true;
    try {
      const { digest } = await actions.save(words, conflict ? undefined : base);
      base = digest;
      conflict = false;
      dirty = text.value !== words;
      savedAt = performance.now();
      setTimeout(() => tell(), savedMs);
      tell();
    } catch (error) {
      conflict = error.code === 'conflict';
      tell(conflict ? undefined : error.message, !conflict);
    } finally {
      saving = false;
    }
  }

  function colour() {
    if (text.value.length > mostColoured) {
      paint.replaceChildren(text.value, '\n');
      return follow();
    }
    const pieces = [];
    let from = 0;
    for (const match of text.value.matchAll(tokens)) {
      const [whole, string, colon] = match;
      pieces.push(text.value.slice(from, match.index));
      const piece = document.createElement('span');
      piece.className = string === undefined ? 'atom' : colon === undefined ? 'string' : 'key';
      piece.textContent = whole;
      pieces.push(piece);
      from = match.index + whole.length;
    }
    // The last line end needs something after it to take up room.
    paint.replaceChildren(...pieces, text.value.slice(from), '\n');
    follow();
  }

  function follow() {
    paint.scrollTop = text.scrollTop;
    paint.scrollLeft = text.scrollLeft;
  }

  text.addEventListener('input', () => {
    dirty = true;
    colour();
    tell();
    clearTimeout(timer);
    timer = setTimeout(send, pauseMs);
  });
  text.addEventListener('scroll', follow);
  text.addEventListener('keydown', (event) => {
    if (event.key === 's' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void store();
    }
  });
  save.addEventListener('click', store);
  revert.addEventListener('click', async () => {
    clearTimeout(timer);
    timer = undefined;
    dirty = false;
    conflict = false;
    // Where nothing was sent yet, nothing new will be told.
    if (!known.edited) write(known.text);
    await actions.send(null).catch((error) => tell(error.message, true));
  });
  return { take, forget };
}
