import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  Matches,
  Max,
  Min,
  ValidateBy,
  ValidateIf,
} from 'class-validator';
import { LIMITS, MAX_ID } from './limits.ts';

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Code units of a part of a text. In V8, each step of the segmenter takes time in proportion to its whole text. */
const PART = 256;

/** Graphemes of a text, in order, in time proportional to its length. */
export function* graphemesOf(text: string): Generator<string> {
  let size = PART;
  for (let start = 0; start < text.length;) {
    // Not between the halves of a surrogate pair.
    const end = start + size + (text.codePointAt(start + size - 1)! > 0xffff ? 1 : 0);
    let next = start;
    for (const { segment } of segmenter.segment(text.slice(start, end))) {
      // It may go on after the part.
      if (next + segment.length === end && end < text.length) break;
      yield segment;
      next += segment.length;
      if (size > PART) break;
    }
    // Twice the size for a grapheme that is longer than the part.
    size = next === start ? 2 * size : PART;
    start = next;
  }
}

/**
 * Length of a text in graphemes: "é" and "👩‍🎨" are one character each.
 *
 * @param max stops the count above it
 */
export function characterCount(text: string, max = Infinity): number {
  // Printable ASCII has one grapheme per code unit, and needs no segmenter. CR LF is the exception.
  if (/^[\x20-\x7e\n\t]*$/.test(text)) return text.length;
  let count = 0;
  for (const _ of graphemesOf(text)) if ((count += 1) > max) break;
  return count;
}

/**
 * A character with a visible mark. Not visible: white space, control and format characters, default-ignorable ones
 * (fillers of Hangul, variation selectors) and the empty pattern of Braille.
 */
const VISIBLE = /[^\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Whether a text has no visible character. */
export const isBlank = (text: string) => !VISIBLE.test(text);

/** The text without surrounding white space; empty if it has no visible character. */
export const visibleText = (text: string) => (isBlank(text) ? '' : text.trim());

/**
 * Code points allowed per character on average, so that stacked marks cannot fill the database. The longest grapheme in
 * use has ten (two people with skin tones, kissing).
 */
export const CODE_POINTS_PER_CHARACTER = 10;

/** Replaces lone surrogates, which PostgreSQL rejects in JSON, by U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

export const hasAtMost = (max: number, text: string) =>
  (text.length <= max * CODE_POINTS_PER_CHARACTER || [...text].length <= max * CODE_POINTS_PER_CHARACTER) &&
  characterCount(text, max) <= max;

/** An http or https address, or white space alone for none. */
export const ADDRESS_PATTERN = /^\s*$|^https?:\/\/\S+$/i;
export const ADDRESS_MESSAGE = 'Please enter a valid URL starting with http:// or https://';

/** The pattern of the HTML standard's email input, with a dot in the domain and at most 64 characters before the @. */
export const EMAIL_PATTERN =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** An email address, or its domain alone. */
export const SENDER_PATTERN = new RegExp(EMAIL_PATTERN.source.replace(/^\^(.*?@)/, '^(?:$1)?'));

/** A string without NUL, which PostgreSQL cannot store. */
export const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

const HAS_NUL = 'Text must not contain a NUL character';

/** @param limits numbers for the OpenAPI description */
const textRule = (name: string, accepts: (text: string) => boolean, message: string, ...limits: number[]) =>
  ValidateBy({
    name,
    constraints: limits,
    validator: {
      validate: (value) => isText(value) && accepts(value),
      defaultMessage: (given) => (typeof given?.value === 'string' && !isText(given.value) ? HAS_NUL : message),
    },
  });

/** A rule with one message. @param each applies it to each entry of a list */
const rule = (name: string, validate: (value: unknown) => boolean, message: string, each = false) =>
  ValidateBy({ name, validator: { validate, defaultMessage: () => message } }, { each });

/** One decorator of several. */
export const combine =
  (...rules: PropertyDecorator[]): PropertyDecorator =>
  (target, property) =>
    rules.forEach((decorate) => decorate(target, property));

/** A text with a visible character. */
export const IsFilled = (message: string) => textRule('isFilled', (text) => !isBlank(text), message);

/** Any text, also an empty one. */
export const IsText = (message: string) => textRule('isText', () => true, message);

export const IsTextOrNumber = (message: string) =>
  rule('isTextOrNumber', (value) => isText(value) || typeof value === 'number', message);

/** A text with a visible character and at least `min` characters, without surrounding white space. */
export const MinCharacters = (min: number, message: string) =>
  textRule('minCharacters', (text) => !isBlank(text) && characterCount(text.trim(), min) >= min, message, min);

export const MaxCharacters = (max: number, message: string) =>
  textRule('maxCharacters', (text) => hasAtMost(max, text), message, max);

/** A password of at least `min` characters, one of them visible, white space counted; or an empty text. */
export const MinPassword = (min: number, message: string) =>
  textRule('minPassword', (text) => text === '' || (!isBlank(text) && characterCount(text, min) >= min), message);

/** A text with a visible character and at most `max` characters. */
export const IsRequiredText = (label: string, max: number) =>
  combine(IsFilled(`${label} is required`), MaxCharacters(max, `${label} is too long`));

/** A text of at most `max` characters, null, or absent. */
export const IsOptionalText = (label: string, max: number) =>
  combine(IsText(`${label} must be text`), MaxCharacters(max, `${label} is too long`), IsOptional());

/** A boolean, null, or absent. */
export const IsOptionalBoolean = (label: string) =>
  combine(IsBoolean({ message: `${label} must be true or false` }), IsOptional());

/** Time in ISO 8601 with its offset, null, or absent. */
export const IsOptionalTime = (label: string) =>
  combine(rule('isTime', isTime, `${label} must be a date and time`), IsOptional());

const isTime = (value: unknown) =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(value) &&
  isCalendarDay(value.slice(0, 10)) &&
  !Number.isNaN(Date.parse(value));

// February 31 would be March 3.
const isCalendarDay = (day: string) => new Date(`${day}T00:00Z`).toJSON()?.startsWith(day) === true;

/** Day such as `2026-03-14`, null, or absent. */
export const IsOptionalDay = (label: string) =>
  combine(rule('isDay', isDay, `${label} must be a day such as 2026-03-14`), IsOptional());

const isDay = (value: unknown) => typeof value === 'string' && /^20\d\d-\d\d-\d\d$/.test(value) && isCalendarDay(value);

/** One of the values, null, or absent. */
export const IsOptionalOneOf = (name: string, values: readonly string[]) =>
  combine(IsIn(values, { message: `${name} must be one of ${values.join(', ')}` }), IsOptional());

export const IsEmailAddress = () =>
  combine(
    IsFilled('Email is required'),
    Matches(EMAIL_PATTERN, { message: 'Invalid email address' }),
    MaxCharacters(LIMITS.email, 'Invalid email address'),
  );

/** Dollars with at most two decimals. class-validator's `IsNumber` throws at numbers written with an exponent. */
export const IsPrice = () =>
  combine(
    rule('isMoney', isMoney, 'Selling price must be a number with at most 2 decimals'),
    Min(0, { message: 'Selling price must be 0 or more' }),
    Max(LIMITS.price, { message: 'Selling price is too high' }),
  );

const isMoney = (value: unknown) =>
  typeof value === 'number' && Number.isFinite(value) && Math.round(value * 100) / 100 === value;

/** A number from 0 to 1. */
export const IsFraction = (label: string) => {
  const message = `${label} must be a number from 0 to 1`;
  return combine(Min(0, { message }), Max(1, { message }));
};

/** Skips the other rules of a field that is absent; null is validated. */
export const IfPresent = () => ValidateIf((_, value) => value !== undefined);

export const IsIntBetween = (min: number, max: number, message: string) =>
  combine(IsInt({ message }), Min(min, { message }), Max(max, { message }));

export const IsId = (message: string) => IsIntBetween(1, MAX_ID, message);

/** An id, null, or absent. */
export const IsOptionalId = (message: string) => combine(IsId(message), IsOptional());

interface IdListRules {
  /** Message for an entry that is no id, and for a value that is no list unless `empty` is given. */
  invalid: string;
  /** Message for an empty list; without it, an empty list is valid. */
  empty?: string;
  /** Message for an id that occurs twice; `invalid` by default. */
  duplicate?: string;
  max?: number;
  tooMany?: string;
}

/** A list of distinct ids. */
export function IsIdList({
  invalid,
  empty,
  duplicate = invalid,
  max = LIMITS.batch,
  tooMany = `At most ${max} can be selected at once`,
}: IdListRules): PropertyDecorator {
  return combine(
    IsArray({ message: empty ?? invalid }),
    ...(empty === undefined ? [] : [ArrayMinSize(1, { message: empty })]),
    ArrayMaxSize(max, { message: tooMany }),
    ArrayUnique({ message: duplicate }),
    IsInt({ each: true, message: invalid }),
    Min(1, { each: true, message: invalid }),
    Max(MAX_ID, { each: true, message: invalid }),
  );
}

/** A list of tags. Line breaks in a tag are replaced when it is saved. */
export const IsTagList = () =>
  combine(
    IsArray({ message: 'Tags must be a list of texts' }),
    ArrayMaxSize(LIMITS.keywords, { message: `A photo can have at most ${LIMITS.keywords} tags` }),
    rule('isTag', isTag, `A tag has 1 to ${LIMITS.keyword} characters`, true),
  );

const isTag = (value: unknown) => isText(value) && !isBlank(value) && hasAtMost(LIMITS.keyword, value);

/** A list of texts and pauses between photos, null, or absent. */
export const IsInterludeList = () =>
  combine(
    IsOptional(),
    IsArray({ message: 'interludes must be a list' }),
    ArrayMaxSize(LIMITS.interludes, { message: 'There are too many texts in the gallery' }),
    ValidateBy(
      {
        name: 'isInterlude',
        validator: {
          validate: (value) => hasInterludeFields(value) && isPauseOrText(value.text),
          // class-validator gives the whole list.
          defaultMessage: (given) => interludeMessage([given?.value].flat()),
        },
      },
      { each: true },
    ),
  );

function hasInterludeFields(value: unknown): value is { text: string | null } {
  if (typeof value !== 'object' || value === null) return false;
  const { before, text, ...more } = value as Record<string, unknown>;
  const isId = before === null || (Number.isInteger(before) && Number(before) > 0 && Number(before) <= MAX_ID);
  return isId && (text === null || typeof text === 'string') && Object.keys(more).length === 0;
}

const isPauseOrText = (text: string | null) =>
  text === null || (isText(text) && !isBlank(text) && hasAtMost(LIMITS.interludeText, text));

function interludeMessage(values: unknown[]): string {
  if (!values.every(hasInterludeFields)) {
    return 'A text between photos needs the fields before (id or null) and text (text or null)';
  }
  if (values.some(({ text }) => text?.includes('\0'))) return HAS_NUL;
  return `A text between photos has 1 to ${LIMITS.interludeText} characters`;
}
