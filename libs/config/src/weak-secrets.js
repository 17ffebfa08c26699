// Plain JavaScript without imports: tools/start.mjs reads it before anything is installed.

/** Variables of the environment that are told to nobody who does not need them. */
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

/** Characters of a first password, and of one set from the command line. */
export const MIN_PASSWORD = 10;

/** What stands in somebody's documentation, compose file or tests, our own among them; letters and digits alone. */
const EXAMPLES = [
  'changeme',
  'changethis',
  'replaceme',
  'replacethis',
  'secret',
  'password',
  'passphrase',
  'keyboardcat',
  'yourkey',
  'jwtkey',
  'signingkey',
  'privatekey',
  'insecure',
  'donotuse',
  'loremipsum',
  'quickbrownfox',
  'correcthorse',
  'example',
  'openssl',
];

/** What is tried first, beside what is made of it by a number or a mark at its end. Lower case, letters and digits alone. */
const GUESSED_FIRST = new Set(
  `123456 12345678 123456789 1234567890 12345678910 0123456789 9876543210 987654321 0987654321 1q2w3e4r 1q2w3e4r5t
  1qaz2wsx 1qaz2wsx3edc 123qwe 123qweasd qwe123 qwerty qwertz azerty qwertyui qwertyuiop qwerty123456 asdfghjkl zxcvbnm
  asdfasdf qweasdzxc abc abcd abcdef abcdefg abcdefgh abcdefghij a1b2c3 a1b2c3d4 pass passw password passwort passwd
  p4ssword passw0rd p4ssw0rd motdepasse contrasena mypassword yourpassword newpassword thepassword passwordpassword
  secret topsecret supersecret mysecret secretsecret letmein letmeinnow letmeinplease openssesame opensesame welcome
  welcomehome changeme changethis changemenow changeit pleasechangeme default test tester testing testtest
  testpassword demo demodemo example temp temporary guest user username login root rootroot toor admin adminadmin
  administrator administrator1 adminpassword adminpass superadmin superuser sysadmin master manager system server
  postgres postgresql portfolio myportfolio photography photographer photos gallery demoportfolio iloveyou
  iloveyousomuch monkey dragon football baseball basketball superman batman sunshine princess shadow michael jennifer
  jordan trustno whatever starwars pokemon computer internet freedom correcthorsebatterystaple correcthorse
  alongpassword alongenoughpassword alongersecret aquietharbour thequickbrownfox loremipsum loremipsumdolor`.split(
    /\s+/,
  ),
);

/** The passwords with which databases, their images and their tutorials come. */
const DATABASE_DEFAULTS = new Set([
  ...GUESSED_FIRST,
  'postgres123',
  'mysecretpassword',
  'portfoliopassword',
  'dbpassword',
  'database',
  'docker',
  'dev',
  'development',
  'prod',
  'production',
]);

/** Keys side by side, of English, German and French keyboards; columns of the English one. Those of the digits come round. */
const KEYBOARD = [
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
  KEYBOARD.flatMap((row) => threesOf(row).flatMap((run) => [run, [...run].reverse().join('')])),
);

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param {string} text */
const lettersAndDigits = (text) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/**
 * What is wrong with a secret that no person has to remember, such as one that signs tokens.
 *
 * @param {string} secret
 * @returns {string | undefined} undefined where it may have come out of a generator
 */
export function faultOfSecret(secret) {
  if ([...secret].length < 32) return 'has fewer than 32 characters';
  const plain = lettersAndDigits(secret);
  const example = EXAMPLES.find((known) => plain.includes(known));
  if (example) return `has “${example}” in it, as the examples of documentation have`;
  if (isMonotonous(secret)) return 'repeats itself, counts up or runs along the keyboard, so that it can be guessed';
  return undefined;
}

/**
 * What is wrong with the password of an account, beside its length.
 *
 * @param {string} password
 * @param {string} [email] the account's, if it is known
 * @returns {string | undefined}
 */
export function faultOfPassword(password, email = '') {
  const plain = lettersAndDigits(password);
  const [name = ''] = email.split('@');
  if (plain !== '' && [email, name].some((known) => lettersAndDigits(known) === plain)) return 'is the email address';
  if (isGuessedFirst(plain)) return 'is among the first that are guessed';
  if (
    new Set(plain || password).size < 4 ||
    (plain.length > 5 && (stepsOf(plain) > 0.8 || partOnKeyboard(plain) > 0.8))
  ) {
    return 'repeats itself, counts up or runs along the keyboard, so that it can be guessed';
  }
  return undefined;
}

/**
 * What is wrong with the password in the address of a database. That of this very machine is its own affair, and one that
 * is not in the address may be a certificate.
 *
 * @param {string} address
 * @returns {string | undefined}
 */
export function faultOfDatabasePassword(address) {
  if (!URL.canParse(address)) return undefined;
  const { hostname, username, password } = new URL(address);
  if (password === '' || LOOPBACK.test(hostname)) return undefined;
  const plain = lettersAndDigits(decoded(password));
  if (plain !== lettersAndDigits(decoded(username)) && !DATABASE_DEFAULTS.has(plain)) return undefined;
  return 'has a password that everybody knows: give the database one of its own';
}

/** @param {string} text */
const decoded = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/**
 * `Password2024!` is the word with what rules about passwords make people add.
 *
 * @param {string} plain
 */
const isGuessedFirst = (plain) =>
  GUESSED_FIRST.has(plain) || (plain.length > 0 && GUESSED_FIRST.has(plain.replace(/\d{1,4}$/, '')));

/**
 * What a generator gives has hardly three characters twice in the same order, and does not count.
 *
 * @param {string} text
 */
function isMonotonous(text) {
  const threes = threesOf(text);
  const repeats = new Set(text).size < 8 || new Set(threes).size < threes.length / 2;
  return repeats || stepsOf(text) > 0.5 || partOnKeyboard(text) > 0.5;
}

/** @param {string} text */
function threesOf(text) {
  return Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3));
}

/**
 * The part of all characters that belong to three keys side by side.
 *
 * @param {string} text
 */
function partOnKeyboard(text) {
  const runs = threesOf(text.toLowerCase()).flatMap((three, at) =>
    KEYBOARD_RUNS.has(three) ? [at, at + 1, at + 2] : [],
  );
  return new Set(runs).size / Math.max(1, text.length);
}

/**
 * The part of all characters that come right after the one before: the same, the next, or the one before that.
 *
 * @param {string} text
 */
function stepsOf(text) {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1).length;
  return steps / Math.max(1, codes.length - 1);
}
