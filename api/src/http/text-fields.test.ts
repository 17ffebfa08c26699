import { expect, it } from '@jest/globals';
import { PhotoQuery, UploadPhoto } from '@portfolio/contracts';
import { readTextFields } from './text-fields.ts';

it('reads numbers and booleans as their class declares them, and leaves text alone', () => {
  const fields = { title: '12', selling_price: '12.50', is_for_sale: 'false', gallery_id: '7' };

  expect(readTextFields(UploadPhoto, fields)).toEqual({
    title: '12',
    selling_price: 12.5,
    is_for_sale: false,
    gallery_id: 7,
  });
});

it('takes an empty field for one that was not filled in, but for text', () => {
  const fields = { title: '', selling_price: '', is_for_sale: '', gallery_id: '' };

  expect(readTextFields(UploadPhoto, fields)).toEqual({ title: '' });
});

it.each([
  ['.5', 0.5],
  ['-.5', -0.5],
  ['5.', 5],
  ['1e2', 100],
  ['1.5E+1', 15],
  ['25e-1', 2.5],
])('reads %j as HTML has its inputs write a number', (selling_price, number) => {
  expect(readTextFields(UploadPhoto, { selling_price })).toEqual({ selling_price: number });
});

it.each(['0x10', ' 5', 'Infinity', '١٢', '5,00', '--5', '+5', '.', '-', 'e5', '1e', '1e2.5', `${'1'.repeat(60_000)}x`])(
  'leaves %j for validation to refuse',
  (limit) => {
    expect(readTextFields(PhotoQuery, { limit })).toEqual({ limit });
  },
);

it.each([
  ['on', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('reads %j as forms write it', (is_for_sale, switched) => {
  expect(readTextFields(UploadPhoto, { is_for_sale })).toEqual({ is_for_sale: switched });
});

it.each(['yes', 'TRUE', 'On', '2', ' '])('does not guess what %j means', (for_sale) => {
  expect(readTextFields(PhotoQuery, { for_sale })).toEqual({ for_sale });
});

it('keeps what was given twice as it came, which no field is', () => {
  expect(readTextFields(PhotoQuery, { limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] });
});
