import { SECRET_NAME } from './log-fields.ts';

const HIDDEN = '[hidden]';

/**
 * Pattern of a word after a boundary, or after a JSON escape such as `\n`, whose letter belongs to no word. The word comes
 * first: a search for its letters is fast.
 */
const wordAfter = (boundary: string, word: string) =>
  String.raw`(?:${word})(?<=(?:${boundary}|\\[nrtbf]|\\u[\da-f]{4})(?:${word}))`;

/** End of a secret name; `pass` only as a whole word. */
const NAME_END = String.raw`(?:(?:${SECRET_NAME.source})[\w-]{0,40}|${wordAfter('(?<![a-z])', 'pass')})`;

/** Patterns of secrets and their replacements. A repetition before a required character is bounded: the time is linear. */
const SECRETS: [RegExp, string][] = [
  // Credentials in a URL such as DATABASE_URL: up to the last @ before the path.
  [/\b([a-z][a-z\d+.-]{1,20}:\/\/)[^\s"/]{0,512}@/gi, `$1${HIDDEN}@`],
  // Query strings: they hold tickets, searches and form fields.
  [/(?<=[\w/.%-])\?[\w.%~+&[\]-]{1,64}=[^\s"'<>#\\)]*/g, `?${HIDDEN}`],
  // Before the names: a scheme may stand before the secret.
  [new RegExp(String.raw`(${wordAfter('\\b', 'Bearer|Basic')})\s{1,8}[\w.~+/-]{8,}=*`, 'gi'), `$1 ${HIDDEN}`],
  [new RegExp(String.raw`(${NAME_END})=[^\s"'&,;)\\]+`, 'gi'), `$1=${HIDDEN}`],
  // JSON web tokens.
  [new RegExp(String.raw`${wordAfter('\\b', 'eyJ')}[\w-]{4,512}\.[\w-]{1,8192}\.[\w-]*`, 'g'), HIDDEN],
  // E-mail addresses, never from within an escape.
  [
    /(?<!\\(?=[nrtbf]|u[\da-f]{4})(?:u[\da-f]{0,3})?)[^\s"'<>()[\]@=:,;\\/]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}\b/gu,
    '[address]',
  ],
];

/**
 * End of the name of a secret JSON field, up to and with the opening quote of its string. Quotes may be escaped repeatedly,
 * both quotes equally often.
 */
const SECRET_FIELD_START = new RegExp(String.raw`${NAME_END}(\\*)"\s{0,8}:\s{0,8}\1"`, 'gi');

const QUOTE_WITH_ESCAPES = /(?<!\\)(\\*)"/g;

/** Replaces passwords, tokens, tickets, other secrets, credentials in URLs, query strings and e-mail addresses in a text. */
export function redactSecrets(text: string): string {
  let redacted = redactJsonFields(text);
  for (const [pattern, replacement] of SECRETS) redacted = redacted.replace(pattern, replacement);
  return redacted;
}

/** Also finds fields in JSON encoded as a string inside JSON. */
function redactJsonFields(text: string): string {
  let redacted = '';
  let copiedUpTo = 0;
  for (let field = SECRET_FIELD_START.exec(text); field; field = SECRET_FIELD_START.exec(text)) {
    const end = endOfString(text, SECRET_FIELD_START.lastIndex, field[1]!.length);
    redacted += text.slice(copiedUpTo, SECRET_FIELD_START.lastIndex) + HIDDEN;
    copiedUpTo = SECRET_FIELD_START.lastIndex = end;
  }
  return redacted + text.slice(copiedUpTo);
}

/**
 * Offset where a JSON string ends. Its closing quote has as many backslashes as the opening one, n, plus a multiple of
 * 2·(n+1): escaped backslashes at the end of the value. A string that lacks its quote ends with the string around it,
 * whose quotes have (n-1)/2 backslashes, or with the line.
 */
function endOfString(text: string, from: number, escapes: number): number {
  QUOTE_WITH_ESCAPES.lastIndex = from;
  for (let quote = QUOTE_WITH_ESCAPES.exec(text); quote; quote = QUOTE_WITH_ESCAPES.exec(text)) {
    for (let level = escapes; level >= 0; level = (level - 1) >> 1) {
      if (quote[1]!.length % (2 * (level + 1)) === level) return QUOTE_WITH_ESCAPES.lastIndex - level - 1;
    }
  }
  return text.endsWith('\n') ? text.length - 1 : text.length;
}
