import { expect, it } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { aNewsItem, aNewsList } from '../../../test/factories.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';
import { fromLocalInput, toLocalInput } from './schedule-fields.tsx';

it.each([
  ['2026-01-15T09:30', 'Europe/Berlin', '2026-01-15T08:30:00.000Z'],
  ['2026-07-15T00:30', 'Europe/Berlin', '2026-07-14T22:30:00.000Z'],
  // The hours around both clock changes.
  ['2026-03-29T01:59', 'Europe/Berlin', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-11-01T00:30', 'America/New_York', '2026-11-01T04:30:00.000Z'],
  ['2026-11-01T02:30', 'America/New_York', '2026-11-01T07:30:00.000Z'],
  ['2026-06-01T12:00', 'Asia/Kathmandu', '2026-06-01T06:15:00.000Z'],
  // While the year 2027 is typed.
  ['0002-04-01T09:00', 'Europe/Berlin', '0002-04-01T08:07:00.000Z'],
])('%s in %s is %s', (local, zone, utc) => {
  expect(fromLocalInput(local, zone)).toBe(utc);
  expect(toLocalInput(utc, zone)).toBe(local);
});

/** Form of a scheduled news item. */
const openForm = (routes: Parameters<typeof renderSignedIn>[1] = {}) => {
  const news = aNewsItem({ id: 3, publish_at: '2999-04-01T08:00:00.000Z' });
  return renderSignedIn('/admin/news?edit=3', {
    'GET /news': () => aNewsList([news]),
    'GET /news/3': () => ({ news }),
    'PUT /news/3': () => ({ news }),
    ...routes,
  });
};

it.each(['keyUp', 'blur'] as const)('a half-filled time is rejected at its field, found by %s', async (type) => {
  const { user, api } = openForm();
  const input = await screen.findByLabelText('Unpublish at');
  // A date without a time: the value stays empty, and no `change` event is sent.
  const validity = { badInput: true };
  Object.defineProperty(input, 'validity', { value: validity });

  fireEvent[type](input);
  await user.click(screen.getByRole('button', { name: 'Update News' }));
  await waitFor(() => expect(input).toHaveAccessibleDescription(/Unpublish at must be a date and time/));
  expect(api.bodiesOf('PUT /news/3')).toEqual([]);

  validity.badInput = false;
  fireEvent[type](input);
  await user.click(screen.getByRole('button', { name: 'Update News' }));
  await waitFor(() =>
    expect(api.bodiesOf('PUT /news/3')).toMatchObject([{ publish_at: '2999-04-01T08:00:00.000Z', unpublish_at: null }]),
  );
});

it('a local time that a clock change skips stays as typed until the field loses the focus', async () => {
  openForm({ 'GET /public/settings': () => ({ language: 'en', timeZone: 'America/New_York' }) });
  const input = await screen.findByLabelText('Publish at');

  fireEvent.change(input, { target: { value: '2026-03-08T02:30' } });
  expect(input).toHaveValue('2026-03-08T02:30');
  fireEvent.change(input, { target: { value: '2026-03-08T03:30' } });
  expect(input).toHaveValue('2026-03-08T03:30');
  fireEvent.change(input, { target: { value: '2026-03-08T02:30' } });
  fireEvent.blur(input);

  expect(input).toHaveValue('2026-03-08T01:30');
});

it('a saved time whose hour is deleted is rejected', async () => {
  const { user, api } = openForm();
  const input = await screen.findByLabelText('Publish at');
  Object.defineProperty(input, 'validity', { value: { badInput: true } });

  fireEvent.change(input, { target: { value: '' } });
  await user.click(screen.getByRole('button', { name: 'Update News' }));

  await waitFor(() => expect(input).toHaveAccessibleDescription(/Publish at must be a date and time/));
  expect(api.bodiesOf('PUT /news/3')).toEqual([]);
});

it.each(['Europe/Berlin', 'America/New_York'])(
  'a time in the last hours of the year 9999 is rejected in %s',
  async (timeZone) => {
    const { user } = openForm({ 'GET /public/settings': () => ({ language: 'en', timeZone }) });
    const input = await screen.findByLabelText('Publish at');

    fireEvent.change(input, { target: { value: '9999-12-31T23:59' } });
    await user.click(screen.getByRole('button', { name: 'Update News' }));

    await waitFor(() => expect(input).toHaveAccessibleDescription(/Publish at must be a date and time/));
  },
);

it('times appear once the time zone of the site is loaded', async () => {
  let settle = (_: unknown) => {};
  openForm({ 'GET /public/settings': () => new Promise((resolve) => (settle = resolve)) });
  await screen.findByLabelText('Headline');
  expect(screen.queryByLabelText('Publish at')).toBeNull();

  settle({ language: 'en', timeZone: 'Asia/Tokyo' });

  const input = await screen.findByLabelText('Publish at');
  expect(input).toHaveValue('2999-04-01T17:00');
  expect(input).toHaveAccessibleDescription("Optional, in the site's time zone: Asia/Tokyo");
});

it('times are in UTC, and say so, when the time zone could not be loaded, also during a new load', async () => {
  const { api } = openForm();

  const input = await screen.findByLabelText('Publish at');
  expect(input).toHaveValue('2999-04-01T08:00');
  expect(input).toHaveAccessibleDescription("Optional, in UTC: the site's time zone could not be used");

  const loads = () => api.bodiesOf('GET /public/settings').length;
  const before = loads();
  api.respond('GET /public/settings', () => new Promise(() => {}));
  act(() => ['offline', 'online'].forEach((type) => window.dispatchEvent(new Event(type))));
  await waitFor(() => expect(loads()).toBe(before + 1));
  expect(input).toBeInTheDocument();
});
