// Plain JavaScript without imports: tools/start.mjs reads it before packages are installed.

/** Secret environment variables; only processes that need them inherit them. */
export const SECRET_VARIABLES = [
  'ADMIN_PASSWORD',
  'JWT_SECRET',
  'DATABASE_URL',
  'PGPASSWORD',
  'REDIS_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'SMTP_URL',
];

/** Minimum characters of the first password, and of one set from the command line. */
export const MIN_PASSWORD = 10;

/** Words in example secrets of documentation, compose files and tests. */
const EXAMPLE_WORDS =
  `changeme changethis replaceme replacethis secret password passphrase keyboardcat yourkey jwtkey signingkey privatekey
  insecure donotuse loremipsum quickbrownfox correcthorse example openssl`.split(/\s+/);

/** Common passwords in lowercase letters and digits, without trailing numbers and punctuation. */
const COMMON_PASSWORDS = new Set(
  `123456 12345678 123456789 1234567890 12345678910 0123456789 9876543210 987654321 0987654321 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc 123qwe 123qweasd qwe123 qwerty qwertz azerty qwertyui qwertyuiop qwerty123456 asdfghjkl zxcvbnm
  asdfasdf qweasdzxc abc abcd abcdef abcdefg abcdefgh abcdefghij a1b2c3 a1b2c3d4 pass passw password passwort passwd
  p4ssword passw0rd p4ssw0rd pssword pssw0rd motdepasse contrasena mypassword yourpassword newpassword thepassword
  passwordpassword secret topsecret supersecret mysecret secretsecret letmein letmeinnow letmeinplease openssesame
  opensesame welcome welcomehome changeme changethis changemenow changeit pleasechangeme default test tester testing
  testtest testpassword demo demodemo example temp temporary guest user username login root rootroot toor admin
  adminadmin administrator administrator1 adminpassword adminpass superadmin superuser sysadmin master manager system
  server postgres postgresql portfolio myportfolio photography photographer photos gallery demoportfolio iloveyou
  iloveyousomuch monkey dragon football baseball basketball superman batman sunshine princess shadow michael jennifer
  jordan trustno whatever starwars pokemon computer internet freedom correcthorsebatterystaple correcthorse
  alongpassword alongenoughpassword alongersecret aquietharbour thequickbrownfox loremipsum loremipsumdolor`.split(
    /\s+/,
  ),
);

/** Default passwords of databases, their images and tutorials. */
const DATABASE_DEFAULTS = new Set([
  ...COMMON_PASSWORDS,
  ...`postgres123 mysecretpassword portfoliopassword dbpassword database docker dev development prod production`.split(
    ' ',
  ),
]);

/** Rows of English, German and French keyboards, and columns of the English one. The digits wrap around. */
const KEYBOARD_ROWS = [
  '123456789012',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiopü+',
  'asdfghjklöä#',
  'yxcvbnm,.-',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
];
const KEYBOARD_RUNS = new Set(
  KEYBOARD_ROWS.flatMap((row) => trigrams(row).flatMap((run) => [run, [...run].reverse().join('')])),
);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const PREDICTABLE = 'repeats itself, counts up or runs along the keyboard, so that it can be guessed';

/** @param {string} text */
const lettersAndDigits = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * @param {string} secret
 * @returns {string | undefined} the fault of a random secret, such as the one that signs tokens
 */
export function faultOfSecret(secret) {
  if ([...secret].length < 32) return 'has fewer than 32 characters';
  const plain = lettersAndDigits(secret);
  const example = EXAMPLE_WORDS.find((word) => plain.includes(word));
  if (example) return `contains “${example}”, as examples of documentation do`;
  // A random secret hardly repeats three characters.
  const runs = trigrams(secret);
  const isRepetitive = new Set(secret).size < 8 || new Set(runs).size < runs.length / 2;
  return isRepetitive || isSequence(secret, 0.5) ? PREDICTABLE : undefined;
}

/**
 * @param {string} password
 * @param {string} [email] of the account, if known
 * @returns {string | undefined} the fault of an account's password, other than its length
 */
export function faultOfPassword(password, email = '') {
  const plain = lettersAndDigits(password);
  const [name = ''] = email.split('@');
  if (plain !== '' && [email, name].some((known) => lettersAndDigits(known) === plain)) return 'is the email address';
  // Common words with a number at the end, such as Password2024!, are as weak as the word.
  if ([plain, plain.replace(/\d{1,4}$/, '')].some((word) => COMMON_PASSWORDS.has(word))) {
    return 'is a common password';
  }
  const isRepetitive = new Set(plain || password).size < 4;
  return isRepetitive || (plain.length > 5 && isSequence(plain, 0.8)) ? PREDICTABLE : undefined;
}

/**
 * @param {string} address of a database
 * @param {string} [pgPassword] for an address without a password
 * @returns {string | undefined} the fault of its password; none for a local database, or without a password
 */
export function faultOfDatabasePassword(address, pgPassword = '') {
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, password: escaped } = new URL(address);
  const password = decoded(escaped) || pgPassword;
  if (password === '' || LOOPBACK.test(hostname)) return undefined;
  const plain = lettersAndDigits(password);
  if (plain !== lettersAndDigits(decoded(username)) && !DATABASE_DEFAULTS.has(plain)) return undefined;
  return 'has a password that everybody knows: give the database one of its own';
}

/**
 * Decodes percent escapes; invalid ones stay as they are.
 *
 * @param {string} text
 */
export function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} text */
function trigrams(text) {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, index) => text.slice(index, index + 3));
}

/**
 * Whether more than a share of the characters follow their predecessor in Unicode, or are in a run on the keyboard.
 *
 * @param {string} text
 * @param {number} share from 0 to 1
 */
function isSequence(text, share) {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.filter((code, index) => index > 0 && Math.abs(code - (codes[index - 1] ?? 0)) <= 1);
  const keys = trigrams(text.toLowerCase()).flatMap((run, index) =>
    KEYBOARD_RUNS.has(run) ? [index, index + 1, index + 2] : [],
  );
  return steps.length > share * (codes.length - 1) || new Set(keys).size > share * text.length;
}
