/** The addresses of a `srcset`, without their descriptors (HTML, section 4.8.4.2.1 "Parsing a srcset attribute"). */
export function parseSrcset(text: string): string[] {
  const addresses: string[] = [];
  let rest = text;
  for (;;) {
    rest = rest.replace(/^[\t\n\f\r ,]+/, '');
    const found = /^[^\t\n\f\r ]+/.exec(rest)?.[0];
    if (found === undefined) return addresses;
    rest = rest.slice(found.length);
    addresses.push(withoutCommas(found));
    // A comma at its end closes the candidate; else descriptors follow, where a comma may stand in parentheses.
    if (!found.endsWith(',')) rest = rest.replace(/^(?:\([^)]*\)?|[^(,])*/, '');
  }
}

/** Without the commas at its end. A pattern would look at a long run of them once for each of them. */
function withoutCommas(address: string): string {
  let end = address.length;
  while (address[end - 1] === ',') end -= 1;
  return address.slice(0, end);
}
