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

it.each(['1e3', '0x10', ' 5', 'Infinity', '١٢', '5,00', '--5'])('leaves %j for validation to refuse', (limit) => {
  expect(readTextFields(PhotoQuery, { limit })).toEqual({ limit });
});

it.each(['1', 'yes', 'TRUE'])('does not guess that %j is true', (for_sale) => {
  expect(readTextFields(PhotoQuery, { for_sale })).toEqual({ for_sale });
});

it('keeps what was given twice as it came, which no field is', () => {
  expect(readTextFields(PhotoQuery, { limit: ['1', '2'] })).toEqual({ limit: ['1', '2'] });
});
