import { expect, it } from '@jest/globals';
import { PhotoQuery, UploadPhoto } from '@portfolio/contracts';
import { coerceFields } from './form-fields.ts';

it('coerceFields converts fields to the types of their class', () => {
  const fields = { title: '12', selling_price: '12.50', is_for_sale: 'false', gallery_id: '7' };

  expect(coerceFields(UploadPhoto, fields)).toEqual({
    title: '12',
    selling_price: 12.5,
    is_for_sale: false,
    gallery_id: 7,
  });
});

it('coerceFields leaves out empty numbers and booleans', () => {
  const fields = { title: '', selling_price: '', is_for_sale: '', gallery_id: '' };

  expect(coerceFields(UploadPhoto, fields)).toEqual({ title: '' });
});

it.each([
  ['.5', 0.5],
  ['-.5', -0.5],
  ['5.', 5],
  ['1e2', 100],
  ['1.5E+1', 15],
  ['25e-1', 2.5],
])('coerceFields converts the number %j', (selling_price, number) => {
  expect(coerceFields(UploadPhoto, { selling_price })).toEqual({ selling_price: number });
});

it.each(['0x10', ' 5', 'Infinity', '١٢', '5,00', '--5', '+5', '.', '-', 'e5', '1e', '1e2.5', `${'1'.repeat(60_000)}x`])(
  'coerceFields leaves the invalid number %j as text',
  (limit) => {
    expect(coerceFields(PhotoQuery, { limit })).toEqual({ limit });
  },
);

it.each([
  ['on', true],
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
])('coerceFields converts the switch %j', (is_for_sale, switched) => {
  expect(coerceFields(UploadPhoto, { is_for_sale })).toEqual({ is_for_sale: switched });
});

it.each(['yes', 'TRUE', 'On', '2', ' '])('coerceFields leaves the invalid switch %j as text', (for_sale) => {
  expect(coerceFields(PhotoQuery, { for_sale })).toEqual({ for_sale });
});

it('coerceFields leaves repeated fields as arrays', () => {
  expect(coerceFields(PhotoQuery, { limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] });
});
