import { CODE_POINTS_PER_CHARACTER, distinctTags, graphemesOf, hasAtMost, isBlank, LIMITS } from '@portfolio/contracts';

/** A tag as ExifReader returns it. Values come from the file: of any type and length. */
interface Tag {
  value: unknown;
  description?: unknown;
  attributes?: { lang?: unknown };
}

/** Repeated IPTC tags are lists. */
type TagGroup = Partial<Record<string, Tag | Tag[]>>;

export type Tags = Partial<Record<'xmp' | 'iptc' | 'exif', TagGroup | undefined>>;

const one = (tag: Tag | Tag[] | undefined): Tag | undefined => (Array.isArray(tag) ? tag[0] : tag);

const isTag = (item: unknown): item is Tag => typeof item === 'object' && item !== null && 'value' in item;

/** Items of a list in XMP; undefined for a single value. */
const itemsOf = (tag: Tag | undefined): Tag[] | undefined =>
  Array.isArray(tag?.value) && tag.value.every(isTag) ? tag.value : undefined;

/** Text of a tag; of several languages the default one. */
export function textOf(tag: Tag | Tag[] | undefined): string | undefined {
  const first = one(tag);
  const items = itemsOf(first);
  const chosen = items ? (items.find(({ attributes }) => attributes?.lang === 'x-default') ?? items[0]) : first;
  const text = typeof chosen?.value === 'string' ? chosen.value : chosen?.description;
  return typeof text === 'string' ? text : undefined;
}

/** Texts of a list, or of a repeated tag. */
export function textsOf(tag: Tag | Tag[] | undefined): string[] {
  const items = Array.isArray(tag) ? tag : (itemsOf(tag) ?? [tag]);
  return items.slice(0, LIMITS.keywords).flatMap((item) => tidyLine(textOf(item)) ?? []);
}

/**
 * Positive number of a tag below a million: a number, numerator and denominator, or a text such as `1/250`. Undefined for any
 * other.
 */
export function positiveNumber(tag: Tag | Tag[] | undefined): number | undefined {
  const first = one(tag);
  const value = (itemsOf(first) ?? [first])[0]?.value;
  const parts = typeof value === 'string' ? value.split('/') : [value].flat();
  // Objects of XMP may lack a usable `toString`.
  const [above = NaN, below = 1] = parts
    .slice(0, 2)
    .map((part: unknown) => (typeof part === 'string' || typeof part === 'number' ? Number(part) : NaN));
  const result = Number((above / below).toPrecision(6));
  return result > 0 && result < 1e6 ? result : undefined;
}

/** First number of a tag that may have several, as some cameras write the ISO speed. */
export const firstNumber = (tag: Tag | Tag[] | undefined): number | undefined =>
  positiveNumber({ value: [one(tag)?.value].flat()[0] });

// oxlint-disable-next-line no-control-regex -- matches control characters
const CONTROL = /[\0-\x08\x0b-\x1f\x7f-\x9f]|\p{Surrogate}/gu;

/** A text without control characters, cut to a limit of graphemes; undefined if it is blank. */
export function tidyText(text: string | undefined, max: number): string | undefined {
  if (text === undefined) return undefined;
  const visible = text
    .slice(0, 2 * max * CODE_POINTS_PER_CHARACTER)
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, '')
    .trim();
  if (isBlank(visible)) return undefined;
  if (hasAtMost(max, visible)) return visible;
  let [start, count, points] = ['', 0, 0];
  for (const grapheme of graphemesOf(visible)) {
    count += 1;
    points += [...grapheme].length;
    if (count > max || points > max * CODE_POINTS_PER_CHARACTER) break;
    start += grapheme;
  }
  return isBlank(start) ? undefined : start.trim();
}

/** The text in one line. */
export const tidyLine = (text: string | undefined, max: number = LIMITS.title) =>
  tidyText(text?.slice(0, 2 * max * CODE_POINTS_PER_CHARACTER).replace(/\s+/g, ' '), max);

export function distinctKeywords(texts: string[]): string[] {
  return distinctTags(texts.flatMap((text) => tidyLine(text, LIMITS.keyword) ?? [])).slice(0, LIMITS.keywords);
}

/** Capture date by the camera's clock: ISO 8601 to the millisecond, without a time zone. */
export function captureDate({ xmp = {}, iptc = {}, exif = {} }: Tags): string | undefined {
  const created = textOf(iptc['Date Created'])?.slice(0, 10);
  const candidates = [
    [textOf(xmp['DateTimeOriginal'])],
    [textOf(xmp['DateCreated'])],
    [created && `${created}T${textOf(iptc['Time Created']) ?? ''}`],
    [textOf(exif['DateTimeOriginal']), textOf(exif['SubSecTimeOriginal'])],
    [textOf(exif['DateTimeDigitized']), textOf(exif['SubSecTimeDigitized'])],
  ];
  return candidates.map(([time, fraction]) => asDate(time, fraction)).find((date) => date !== undefined);
}

/** @param time for example `2026:03:01 17:20:11`; cameras without a clock write blanks or zeros */
function asDate(time = '', fraction = ''): string | undefined {
  const found = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d)(?:(:\d\d)(?:\.(\d+))?)?/.exec(time);
  if (!found) return undefined;
  const [, year, month, day, clock, seconds = ':00', decimals] = found;
  const digits = /^\d{1,3}/.exec(decimals ?? fraction)?.[0] ?? '';
  const iso = `${year}-${month}-${day}T${clock}${seconds}.${digits.padEnd(3, '0')}`;
  const date = new Date(`${iso}Z`);
  // A day that does not exist formats differently.
  return Number(year) > 0 && !Number.isNaN(date.getTime()) && date.toISOString() === `${iso}Z` ? iso : undefined;
}
