const HIDDEN = '[hidden]';

/** Patterns of secrets and their replacements. Repetitions are bounded, so that a long text can't cause backtracking. */
const SECRETS: [RegExp, string][] = [
  // Credentials in a URL such as DATABASE_URL: up to the last @ before the path.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s"/]{0,512}@/gi, `$1${HIDDEN}@`],
  // Query strings: they hold tickets, searches and form fields.
  [/(?<=[\w/.%-])\?[\w.%~+&[\]-]{1,64}=[^\s"'<>#\\)]*/g, `?${HIDDEN}`],
  [/\b(pass(?:word|wd)?|secret|token|ticket|api-?key)=[^\s"'&,;)\\]+/gi, `$1=${HIDDEN}`],
  [/\b(Bearer|Basic)\s{1,8}[\w.~+/-]{8,}=*/gi, `$1 ${HIDDEN}`],
  // JSON web tokens.
  [/\beyJ[\w-]{4,}\.[\w-]+\.[\w-]*/g, HIDDEN],
  // E-mail addresses.
  [/[^\s"'<>()[\]@=:,;\\/]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}\b/gu, '[address]'],
];

/** Name of a secret JSON field, up to the start of its text. Quotes may be escaped, also repeatedly. */
const FIELD =
  /"(?:[\w-]{0,40}password[\w-]{0,40}|passwd|(?:proxy-)?authorization|(?:set-)?cookie|[\w-]{0,40}token|[\w-]{0,40}secret|ticket|api-?key)\\*"\s{0,8}:\s{0,8}(\\*)"/gi;

const QUOTE = /(\\*)"/g;

/** Replaces passwords, tokens, tickets, query strings and e-mail addresses in a text. */
export function withoutSecrets(text: string): string {
  let clean = withoutFields(text);
  for (const [pattern, replacement] of SECRETS) clean = clean.replace(pattern, replacement);
  return clean;
}

/** Also finds fields in JSON that is nested as text. */
function withoutFields(text: string): string {
  let [clean, copied] = ['', 0];
  for (let field = FIELD.exec(text); field; field = FIELD.exec(text)) {
    const end = endOfText(text, FIELD.lastIndex, field[1]!.length);
    clean += text.slice(copied, FIELD.lastIndex) + HIDDEN;
    copied = FIELD.lastIndex = end;
  }
  return clean + text.slice(copied);
}

/** Offset where a JSON text ends: the closing quote has as many backslashes as the opening one (0, 1, 3, 7 by depth). */
function endOfText(text: string, from: number, escapes: number): number {
  QUOTE.lastIndex = from;
  for (let quote = QUOTE.exec(text); quote; quote = QUOTE.exec(text)) {
    if (quote[1]!.length % (2 * (escapes + 1)) === escapes) return QUOTE.lastIndex - escapes - 1;
  }
  return text.length;
}
