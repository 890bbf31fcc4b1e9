// The editor of the preview values: a plain text field with colours behind it.

const tokens = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*/g;
/** Milliseconds without a key after which the page is made anew. */
const pauseMs = 200;

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
  let timer;

  function take(context) {
    const first = known.digest === '' && known.text === '';
    const before = known;
    known = context;
    file.textContent = context.file ?? 'Stored on the service; changes here are for this preview alone.';
    save.hidden = context.file === null;
    if (first || (!dirty && timer === undefined)) {
      base = context.digest;
      dirty = context.edited;
      if (text.value !== context.text) write(context.text);
    } else if (context.digest !== base && context.digest !== before.digest) conflict = true;
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
    const { scrollTop } = text;
    text.value = words;
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
    try {
      const words = text.value;
      await actions.save(words, conflict ? undefined : base);
      conflict = false;
      dirty = text.value !== words;
      base = known.digest;
      tell(dirty ? undefined : 'Saved.');
    } catch (error) {
      if (error.code === 'conflict') conflict = true;
      tell(error.code === 'conflict' ? undefined : error.message, error.code !== 'conflict');
    }
  }

  function colour() {
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
    await actions.send(null).catch((error) => tell(error.message, true));
  });
  return { take, forget };
}
