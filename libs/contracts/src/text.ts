import { ValidateBy } from 'class-validator';

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Length of a text as a person counts it: "é" and "👩‍🎨" are one character each. */
export function characterCount(text: string): number {
  // Plain ASCII has one character a code unit (CR LF apart), so the costly walk is only for the rest.
  if (/^[\x20-\x7e\n\t]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemes.segment(text)) count += 1;
  return count;
}

/** What is written in a text field, for a decorator of this file to judge. A NUL cannot be stored, so it is no text. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** @param limits that the rule is about, for the description of the API */
const textRule = (name: string, accepts: (text: string) => boolean, message: string, ...limits: number[]) =>
  ValidateBy({
    name,
    constraints: limits,
    validator: { validate: (value) => isText(value) && accepts(value), defaultMessage: () => message },
  });

/**
 * A character that leaves a mark on the page. White space does not, nor do control and format characters, those that a
 * program without a glyph for them is to ignore (fillers of Hangul, variation selectors) and the empty pattern of Braille.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether there is nothing to see in a text. */
export const isBlank = (text: string) => !VISIBLE.test(text);

/** What is to be shown of a text: nothing where there is nothing to see in it. */
export const written = (text: string) => (isBlank(text) ? '' : text.trim());

/** A text with something to see in it: white space alone counts as empty. */
export const IsFilled = (message: string) => textRule('isFilled', (text) => !isBlank(text), message);

/** Any text, also an empty one. */
export const IsText = (message: string) => textRule('isText', () => true, message);

/** Any text, or a number. */
export const IsTextOrNumber = (message: string) =>
  ValidateBy({
    name: 'isTextOrNumber',
    validator: { validate: (value) => isText(value) || typeof value === 'number', defaultMessage: () => message },
  });

/** A text of at least `min` characters, one of them visible, as a person counts them, leaving out white space at its ends. */
export const MinCharacters = (min: number, message: string) =>
  textRule('minCharacters', (text) => !isBlank(text) && characterCount(text.trim()) >= min, message, min);

/** A password of at least `min` characters, one of them visible, white space counted; or none: an empty text. */
export const MinPassword = (min: number, message: string) =>
  textRule('minPassword', (text) => text === '' || (!isBlank(text) && characterCount(text) >= min), message);

/**
 * Code points that one character may have on average. The longest in use has ten (two people with skin tones, kissing);
 * beyond that a short text could fill the database.
 */
export const CODE_POINTS_PER_CHARACTER = 10;

/** A text of at most `max` characters, as a person counts them. */
export const MaxCharacters = (max: number, message: string) =>
  textRule('maxCharacters', (text) => hasAtMost(max, text), message, max);

export const hasAtMost = (max: number, text: string) =>
  (text.length <= max * CODE_POINTS_PER_CHARACTER || [...text].length <= max * CODE_POINTS_PER_CHARACTER) &&
  characterCount(text) <= max;

/** The address of a page elsewhere, or white space alone for none; and what is said of everything else. */
export const ADDRESS_PATTERN = /^\s*$|^https?:\/\/\S+$/;
export const ADDRESS_MESSAGE = 'Please enter a valid URL starting with http:// or https://';

/** The pattern of an email address: the one of the HTML standard's email input, with a dot asked for in the domain. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;
