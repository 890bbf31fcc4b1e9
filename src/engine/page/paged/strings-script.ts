/**
 * Defines `readStrings(element, value)`, the named strings that an element sets by the value of a property, by default `string-set`, `readLead(element)`, how far it is
 * from the top of a page at most where it starts the page, in CSS pixels, and `unquote(piece)`, the text of a string of CSS. Takes `found`,
 * `textOf` and `askCounter` from around it.
 */
export const readStrings = `
  // One text for each string that an element sets, as CSS GCPM 3, section 1.1.1 lists its pieces; attr() is filled in by the cascade.
  function readStrings(element, value, property = 'string-set') {
    const pieces = value.match(/"(?:[^"\\\\]|\\\\[^])*"|'(?:[^'\\\\]|\\\\[^])*'|[-\\w\\u0080-\\uffff]+(?:\\([^()]*\\))?|,/g) ?? [];
    let name, text;
    const strings = [];
    const fail = () => {
      found.vain.push(property + ': ' + value.replace(/^label /, ''));
      return '';
    };
    const end = () => {
      if (name !== undefined && name !== 'none') strings.push({ name, text: text.replace(/\\s+/g, ' ').trim().slice(0, 500) });
      name = undefined;
      text = '';
    };
    end();
    for (const piece of pieces) {
      if (piece === ',') end();
      else if (name === undefined) name = piece;
      else if (/^["']/.test(piece)) text += unquote(piece);
      else if (/^content(\\(\\s*(text)?\\s*\\))?$|^self$/.test(piece)) text += textOf(element);
      else if (/^content\\(\\s*(before|after)\\s*\\)$/.test(piece)) text += readGenerated(element, '::' + /before|after/.exec(piece)[0]);
      else if (/^counters?\\(/.test(piece)) text += askCounter(element, piece) ?? fail();
      else if (/^content\\(\\s*first-letter\\s*\\)$/.test(piece)) text += [...textOf(element).trim()][0] ?? '';
      else fail();
    }
    end();
    return strings;
  }

  // From the top of a page to an element that starts it, at most.
  function readLead(element) {
    let lead = 0;
    for (let box = element; box instanceof Element; box = box.parentElement) {
      const { marginTop, borderTopWidth, paddingTop } = getComputedStyle(box);
      lead += Number.parseFloat(marginTop) || 0;
      if (box !== element) lead += Number.parseFloat(borderTopWidth) + Number.parseFloat(paddingTop) || 0;
      if (box.previousElementSibling) break;
    }
    return lead;
  }

  function unquote(piece) {
    return piece.slice(1, -1).replace(/\\\\(?:([\\da-f]{1,6})\\s?|([^]))/gi, (whole, code, other) =>
      code === undefined ? other : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)));
  }

  function readGenerated(element, pseudo) {
    const { content } = getComputedStyle(element, pseudo);
    const pieces = content.match(/"(?:[^"\\\\]|\\\\[^])*"|\\bcounters?\\((?:[^()"]|"(?:[^"\\\\]|\\\\[^])*")*\\)/g) ?? [];
    return pieces.map((piece) => (piece.startsWith('"') ? unquote(piece) : (askCounter(element, piece) ?? ''))).join('');
  }`;
