/** What stands in a log for what must not. */
const HIDDEN = '[hidden]';

/**
 * What no log may hold, in the order in which it is looked for. Every repetition that something follows has an upper
 * bound, so that no long text, which strangers can send, takes long to look through.
 */
const SECRETS: [RegExp, string][] = [
  // Name and password in an address, such as DATABASE_URL: up to the last @ before the path.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s"/]{0,512}@/gi, `$1${HIDDEN}@`],
  // What follows the question mark: tickets that open pictures, and whatever a visitor searched for or a form held.
  [/(?<=[\w/.%-])\?[\w.%~+&[\]-]{1,64}=[^\s"'<>#\\)]*/g, `?${HIDDEN}`],
  [/\b(pass(?:word|wd)?|secret|token|ticket|api-?key)=[^\s"'&,;)\\]+/gi, `$1=${HIDDEN}`],
  [/\b(Bearer|Basic)\s{1,8}[\w.~+/-]{8,}=*/gi, `$1 ${HIDDEN}`],
  // JSON web tokens, by how each of them begins.
  [/\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g, HIDDEN],
  // Addresses of people.
  [/[^\s"'<>()[\]@=:,;\\/]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}\b/gu, '[address]'],
];

/** A field by whose name its text is none for a log, up to where the text begins; its quotes may be escaped, and more than once. */
const FIELD =
  /"(?:[\w-]{0,40}password[\w-]{0,40}|passwd|(?:proxy-)?authorization|(?:set-)?cookie|[\w-]{0,40}token|[\w-]{0,40}secret|ticket|api-?key)\\*"\s{0,8}:\s{0,8}(\\*)"/gi;

const QUOTE = /(\\*)"/g;

/** The text without passwords, tokens, tickets, query strings and e-mail addresses. */
export function withoutSecrets(text: string): string {
  let clean = withoutFields(text);
  for (const [pattern, instead] of SECRETS) clean = clean.replace(pattern, instead);
  return clean;
}

/** In JSON, and in JSON that is a text in it. */
function withoutFields(text: string): string {
  let [clean, kept] = ['', 0];
  for (let field = FIELD.exec(text); field; field = FIELD.exec(text)) {
    const end = endOfText(text, FIELD.lastIndex, field[1]!.length);
    clean += text.slice(kept, FIELD.lastIndex) + HIDDEN;
    kept = FIELD.lastIndex = end;
  }
  return clean + text.slice(kept);
}

/**
 * Where a text of JSON ends. A quote that opened it behind `escapes` backslashes (0, then 1, 3, 7 the deeper it is) is
 * closed by one behind as many, and by nothing that has been escaped once more.
 */
function endOfText(text: string, from: number, escapes: number): number {
  QUOTE.lastIndex = from;
  for (let quote = QUOTE.exec(text); quote; quote = QUOTE.exec(text)) {
    if (quote[1]!.length % (2 * (escapes + 1)) === escapes) return QUOTE.lastIndex - escapes - 1;
  }
  return text.length;
}
