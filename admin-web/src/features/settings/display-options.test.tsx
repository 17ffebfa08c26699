import { describe, expect, it } from '@jest/globals';
import type { SaveSettings } from '@portfolio/contracts';
import { screen, waitFor } from '@testing-library/react';
import { theSettings } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

const READY = { value: '/media/background/1/1600.jpeg', status: 'ready' } as const;
type Save = Parameters<typeof renderSignedIn>[1];

const open = (given: Parameters<typeof theSettings>[0], more: Save = {}, page = '') =>
  renderSignedIn(`/admin/settings${page}`, { 'GET /admin/settings/website': () => theSettings(given, READY), ...more });

const preview = () => screen.getByRole('img', { name: /^The home page/ });

describe('the switch of the background', () => {
  const label = 'Full Page Background';
  const name = 'full_page_background';
  const [off, on] = ['behind its title', 'behind the whole page'];
  it.each([
    ['on', 'false', 'true', 'enabled', off, on],
    ['off', 'true', 'false', 'disabled', on, off],
  ])('turns %s after the response, not before', async (_, before, after, word, seen, then) => {
    let accept = (_: unknown) => {};
    const { user, api } = open(
      { [name]: before },
      { 'PUT /admin/settings/website': () => new Promise((resolve) => (accept = resolve)) },
    );
    const control = await screen.findByRole('switch', { name: label, checked: before === 'true' });
    expect(preview()).toHaveAccessibleName(expect.stringContaining(seen));

    await user.click(control);
    await waitFor(() => expect(control).toHaveAttribute('aria-disabled', 'true'));
    await user.click(control);
    expect(control).toHaveAttribute('aria-checked', before);
    expect(preview()).toHaveAccessibleName(expect.stringContaining(seen));
    accept({ ...theSettings({ [name]: after }, READY), message: '' });

    expect(await screen.findByText(`Full page background ${word}!`)).toBeInTheDocument();
    await waitFor(() => expect(control).toHaveAttribute('aria-checked', after));
    expect(preview()).toHaveAccessibleName(expect.stringContaining(then));
    expect(api.bodiesOf('PUT /admin/settings/website')).toEqual([{ settings: { [name]: after } }]);
  });

  it.each([
    ['the message of the API', () => failing('service.unavailable'), /The site is busy right now/],
    ['the default message', unreachable, unreached('Failed to update setting')],
  ])('stays after a failure, with %s', async (_, response, message) => {
    const { user } = open({}, { 'PUT /admin/settings/website': response });
    const control = await screen.findByRole('switch', { name: label });

    await user.click(control);

    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(control).not.toBeChecked();
    expect(control).not.toHaveAttribute('aria-disabled');
  });
});

it.each<[page: string, switches: [label: string, name: string, isOn: boolean][]]>([
  [
    '',
    [
      ['Details from Files', 'file_details', true],
      ['Place from Files', 'file_place', false],
      ['Facts under Photos', 'photo_facts', false],
      ['Tag Pages', 'tag_pages', false],
    ],
  ],
  ['/privacy', [['Comments', 'comments_open', true]]],
  ['/rights', [['Refuse AI Crawlers', 'refuse_ai_crawlers', false]]],
])('the switches of the page settings%s are saved at once', async (page, switches) => {
  let saved = {};
  const save = ({ body }: { body: unknown }) => {
    saved = { ...saved, ...(body as SaveSettings).settings };
    return { ...theSettings(saved, READY), message: '' };
  };
  const { user, api } = open({}, { 'PUT /admin/settings/website': save }, page);

  for (const [label, name, isOn] of switches) {
    await user.click(await screen.findByRole('switch', { name: label, checked: isOn }));

    await waitFor(() =>
      expect(screen.getByRole('switch', { name: label })).toHaveAttribute('aria-checked', String(!isOn)),
    );
    expect(api.bodiesOf('PUT /admin/settings/website').at(-1)).toEqual({ settings: { [name]: String(!isOn) } });
  }
  expect(api.bodiesOf('PUT /admin/settings/website')).toHaveLength(switches.length);
});

describe('the theme', () => {
  const option = (name: string) => screen.getByRole('button', { name });

  it.each([
    ['Dark', 'light', 'dark', 'dark theme', 'Dark theme enabled!'],
    ['Light', 'dark', 'light', 'light theme', 'Dark theme disabled!'],
    ['Auto', 'light', 'auto', 'the system’s theme', 'The theme follows each visitor’s device!'],
  ])('becomes %s after the response, not before', async (label, before, after, seen, toast) => {
    let accept = (_: unknown) => {};
    const { user, api } = open(
      { theme: before },
      { 'PUT /admin/settings/website': () => new Promise((resolve) => (accept = resolve)) },
    );
    await user.click(await screen.findByRole('button', { name: label, pressed: false }));
    await user.click(option(label));
    expect(option(label)).toHaveAttribute('aria-pressed', 'false');
    accept({ ...theSettings({ theme: after }, READY), message: '' });

    expect(await screen.findByText(toast)).toBeInTheDocument();
    await waitFor(() => expect(option(label)).toHaveAttribute('aria-pressed', 'true'));
    expect(preview()).toHaveAccessibleName(expect.stringContaining(seen));
    expect(api.bodiesOf('PUT /admin/settings/website')).toEqual([{ settings: { theme: after } }]);
  });

  it('stays after a failure', async () => {
    const { user } = open({}, { 'PUT /admin/settings/website': () => failing('service.unavailable') });
    await user.click(await screen.findByRole('button', { name: 'Dark' }));

    expect(await screen.findByText(/The site is busy right now/)).toBeInTheDocument();
    expect(option('Light')).toHaveAttribute('aria-pressed', 'true');
  });
});

it('a change of the theme refreshes the first steps of the dashboard', async () => {
  const { user, api } = open(
    {},
    { 'PUT /admin/settings/website': () => ({ ...theSettings({ theme: 'dark' }, READY), message: '' }) },
  );
  const option = await screen.findByRole('button', { name: 'Dark' });
  api.calls.length = 0;

  await user.click(option);

  await waitFor(() => expect(api.calls.map(({ route }) => route)).toContain('GET /admin/dashboard'));
});

it('a change of the theme refetches settings whose fetch it interrupted', async () => {
  let accept = (_: unknown) => {};
  const { user, api, events } = open(
    {},
    { 'PUT /admin/settings/website': () => new Promise((resolve) => (accept = resolve)) },
  );
  await user.click(await screen.findByRole('button', { name: 'Dark' }));
  const fetched = () => api.calls.filter(({ route }) => route === 'GET /admin/settings/website').length;
  // The refetch after a ready background image is under way when the switch turns.
  api.respond('GET /admin/settings/website', () => new Promise(() => {}));
  await events.emit({ type: 'background.ready', background_id: 2 });
  await waitFor(() => expect(fetched()).toBe(2));

  api.respond('GET /admin/settings/website', () =>
    theSettings({ theme: 'dark' }, { ...READY, value: '/media/2.jpeg' }),
  );
  accept({ ...theSettings({ theme: 'dark' }, READY), message: '' });

  await waitFor(() => expect(preview().querySelector('img')).toHaveAttribute('src', '/media/2.jpeg'));
});

it('the dark theme of the site turns the back office dark', async () => {
  const { user, api } = open(
    {},
    {
      'GET /public/settings': () => ({ darkTheme: false }),
      'PUT /admin/settings/website': () => ({ ...theSettings({ theme: 'dark' }), message: '' }),
    },
  );
  const control = await screen.findByRole('button', { name: 'Dark' });
  expect(document.documentElement).toHaveAttribute('data-theme', 'light');

  api.respond('GET /public/settings', () => ({ darkTheme: true }));
  await user.click(control);

  await waitFor(() => expect(document.documentElement).toHaveAttribute('data-theme', 'dark'));
});
