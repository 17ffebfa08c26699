import { expect, it } from '@jest/globals';
import { errorsOf, parseTsv, plainPrice, readPasted } from './columns.ts';

it.each([
  ['120', [['120']]],
  ['120\n250\n', [['120'], ['250']]],
  [
    'a\tb\r\nc\td\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a\t\n\tb',
    [
      ['a', ''],
      ['', 'b'],
    ],
  ],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"Boats\nat dawn"\t"She said ""go"""', [['Boats\nat dawn', 'She said "go"']]],
  ['"a\tb"\nc', [['a\tb'], ['c']]],
  ['"Dawn" in winter\t24" print', [['"Dawn" in winter', '24" print']]],
  ['"Harbour"\t""\n"Dawn"', [['"Harbour"', '""'], ['"Dawn"']]],
  ['"open\tb', [['"open', 'b']]],
])('parses %j', (text, cells) => {
  expect(parseTsv(text)).toEqual(cells);
});

it.each([
  ['$1,250.00', '1250.00'],
  ['1,250', '1250'],
  ['1.250', '1250'],
  ['1.250,00 €', '1250.00'],
  ['1 250', '1250'],
  ["1'250'000", '1250000'],
  ['12,50', '12.50'],
  ['120 €', '120'],
  ['.5', '.5'],
  ['', ''],
  ['1.2.3', '1.2.3'],
  ['0x10', '0x10'],
  ['on request', 'on request'],
])('reads the price %j as %j', (text, price) => {
  expect(plainPrice(text)).toBe(price);
});

it.each(['0.125', '0,125'])('refuses the price %j, which is no group of thousands', (selling_price) => {
  expect(errorsOf({ selling_price })).toEqual({
    selling_price: 'Selling price must be a number with at most 2 decimals',
  });
});

it.each([
  ['is_for_sale', 'TRUE', 'yes'],
  ['is_for_sale', '', 'no'],
  ['is_for_sale', '"yes"', 'yes'],
  ['selling_price', '"$1,200.50"', '1200.50'],
  ['title', '"Harbour"', '"Harbour"'],
  ['is_for_sale', 'perhaps', undefined],
  ['title', ' Harbour\nat dawn ', 'Harbour at dawn'],
  ['description', 'Two\nlines', 'Two\nlines'],
] as const)('reads a %s pasted as %j', (column, text, read) => {
  expect(readPasted(column, text)).toBe(read);
});
