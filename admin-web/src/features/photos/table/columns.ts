import { PhotoFields, type PhotoView } from '@portfolio/contracts';
import { validateSync } from 'class-validator';

export const COLUMNS = [
  { name: 'title', label: 'Title' },
  { name: 'description', label: 'Description' },
  { name: 'alt_text', label: 'Alt Text' },
  { name: 'selling_price', label: 'Selling Price' },
  { name: 'is_for_sale', label: 'For sale' },
] as const;

export type Column = (typeof COLUMNS)[number]['name'];

export type Texts = Partial<Record<Column, string>>;

export const textsOf = (photo: PhotoView): Record<Column, string> => ({
  title: photo.title,
  description: photo.description ?? '',
  alt_text: photo.alt_text ?? '',
  selling_price: photo.selling_price?.toString() ?? '',
  is_for_sale: photo.is_for_sale ? 'yes' : 'no',
});

const YES = /^(yes|y|true|1|x|✓|for sale)$/i;
const NO = /^(no|n|false|0|not for sale|)$/i;

/** The text that a pasted cell gives; undefined where the column cannot take it. */
export function readPasted(column: Column, text: string): string | undefined {
  if (column === 'description') return text;
  const line = text.trim().replace(/\s*\n\s*/g, ' ');
  if (column !== 'is_for_sale' && column !== 'selling_price') return line;
  // Quotes that no spreadsheet adds, such as those of a CSV file.
  const value = line.replace(/^"(.*)"$/, '$1');
  if (column === 'selling_price') return plainPrice(value);
  return YES.test(value) ? 'yes' : NO.test(value) ? 'no' : undefined;
}

/** Digits, in groups of three or not, and at most two decimals after a point or comma. "0.125" is no group. */
const PRICE = /^(\d+|[1-9]\d{0,2}(?:([.,'’\s])\d{3})(?:\2\d{3})*)(?:[.,](\d{1,2}))?$/;

/** A price with a currency sign and groups of three digits: "$1,250.00" and "1.250,00 €" give "1250.00". Others unchanged. */
export function plainPrice(text: string): string {
  const [, whole, , decimals] = PRICE.exec(text.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')) ?? [];
  if (whole === undefined) return text;
  return whole.replaceAll(/\D/g, '') + (decimals === undefined ? '' : `.${decimals}`);
}

/** The price in a cell; NaN for anything else, which the contract rejects. */
function priceIn(text: string): number | null {
  const price = plainPrice(text.trim());
  if (price === '') return null;
  return /^\d*\.?\d*$/.test(price) ? Number(price) : NaN;
}

/** The fields of a request. */
export function toFields({ title, description, alt_text, selling_price, is_for_sale }: Texts): Omit<PhotoFields, 'id'> {
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description: description || null }),
    ...(alt_text !== undefined && { alt_text: alt_text || null }),
    ...(selling_price !== undefined && { selling_price: priceIn(selling_price) }),
    ...(is_for_sale !== undefined && { is_for_sale: is_for_sale === 'yes' }),
  };
}

/** Messages of the contract by column. */
export function errorsOf(texts: Texts): Texts {
  const faults = validateSync(Object.assign(new PhotoFields(), { id: 1, ...toFields(texts) }), {
    stopAtFirstError: true,
  });
  return Object.fromEntries(faults.map(({ property, constraints = {} }) => [property, Object.values(constraints)[0]]));
}

/**
 * A cell and its delimiter. Spreadsheets enclose a cell in quotes only if it contains a tab or a line break. They double the
 * quotes inside. Other programs do so with each cell that contains quotes. `"Harbour"` is a cell with its own quotes.
 */
const CELL = /(?:"(?=[^"]*(?:[\t\n]|""))((?:[^"]|"")*)"|([^\t\n]*))(\t|\n|$)/y;

/** Parses tab-separated text as spreadsheets copy it. @returns cells by line, without the empty line at the end */
export function parseTsv(text: string): string[][] {
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const lines: string[][] = [[]];
  CELL.lastIndex = 0;
  for (;;) {
    const [, quoted, plain = '', delimiter] = CELL.exec(body)!;
    lines.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (delimiter === '') return lines;
    if (delimiter === '\n') lines.push([]);
  }
}
