import { LIMITS } from './limits.ts';
import { ADDRESS_MESSAGE, ADDRESS_PATTERN, hasAtMost, isBlank } from './validation.ts';

/** An exhibition of the artist, on the about page. Only the title is required. */
export interface ExhibitionView {
  /** @example "2025" */
  year: string;
  /** @example "Slack Water" */
  title: string;
  /** @example "Harbour Rooms, Northport" */
  place: string;
  /** Address of a page about it; empty without one. @example "https://example.com/slack-water" */
  link: string;
}

const LENGTHS = { year: 30, title: LIMITS.title, place: LIMITS.title, link: LIMITS.link } as const;
const FIELDS = Object.keys(LENGTHS) as (keyof ExhibitionView)[];

/** Reads the setting `exhibitions`, a JSON list; empty for any other value. */
export function readExhibitions(value: string): ExhibitionView[] {
  try {
    const list: unknown = JSON.parse(value || '[]');
    return Array.isArray(list) && list.every(isExhibition) ? list : [];
  } catch {
    return [];
  }
}

/** Writes the setting; empty without an exhibition. */
export const writeExhibitions = (exhibitions: ExhibitionView[]): string =>
  exhibitions.length === 0 ? '' : JSON.stringify(exhibitions);

/** Message for an invalid value of the setting; undefined for a valid one. */
export function exhibitionsFault(value: string): string | undefined {
  const exhibitions = readExhibitions(value);
  if (exhibitions.length === 0 && value !== '' && value !== '[]')
    return 'Exhibitions must be a list of year, title, place and link';
  return findExhibitionFault(exhibitions)?.message;
}

export interface ExhibitionFault {
  /** Position of the exhibition in the list. */
  index: number;
  field: keyof ExhibitionView;
  message: string;
}

/** First invalid field of a list; undefined for a valid list. */
export function findExhibitionFault(exhibitions: ExhibitionView[]): ExhibitionFault | undefined {
  for (const [index, exhibition] of exhibitions.entries()) {
    const long = FIELDS.find((field) => !hasAtMost(LENGTHS[field], exhibition[field]));
    if (long) return { index, field: long, message: `The ${long} of exhibition ${index + 1} is too long` };
    if (isBlank(exhibition.title)) return { index, field: 'title', message: `Exhibition ${index + 1} needs a title` };
    if (!ADDRESS_PATTERN.test(exhibition.link.trim())) return { index, field: 'link', message: ADDRESS_MESSAGE };
  }
  return undefined;
}

const isExhibition = (value: unknown): value is ExhibitionView =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length === FIELDS.length &&
  FIELDS.every((field) => typeof (value as Record<string, unknown>)[field] === 'string');
