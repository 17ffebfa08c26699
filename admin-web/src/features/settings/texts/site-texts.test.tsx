import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { SETTING_NAMES, SETTINGS } from '@portfolio/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { theSettings } from '../../../../test/factories.ts';
import { FakeResponse, failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';
import { signInAgain } from '../../../../test/sign-in-again.ts';
import { TEXT_GROUPS } from './text-groups.ts';

// Rendering all 418 time zones takes a tenth of the time of these tests.
beforeEach(() => {
  const few = ['America/New_York', 'Asia/Tokyo', 'Europe/London', 'Europe/Vienna', 'Pacific/Auckland'];
  jest.spyOn(Intl, 'supportedValuesOf').mockReturnValue(few);
});
afterEach(() => void jest.restoreAllMocks());

type Values = NonNullable<Parameters<typeof theSettings>[0]>;

/** A page of the settings that stores saved values. */
function open(given: Values = {}, more: Parameters<typeof renderSignedIn>[1] = {}, page = 'texts') {
  let values = given;
  return renderSignedIn(`/admin/settings/${page}`, {
    'GET /admin/settings/website': () => theSettings(values),
    'PUT /admin/settings/website': ({ body }) => {
      values = { ...values, ...(body as { settings: Values }).settings };
      return { ...theSettings(values), message: '' };
    },
    ...more,
  });
}

const group = async (name: string) => within(await screen.findByRole('region', { name }));
const save = () => screen.getByRole('button', { name: 'Save Changes' });
const saved = (api: ReturnType<typeof open>['api']) => api.bodiesOf('PUT /admin/settings/website');

describe('the site texts', () => {
  it('appear once each', () => {
    // The theme is one of the display options.
    const words = SETTING_NAMES.filter(
      (name) => name !== 'theme' && !['switch', 'point'].includes(SETTINGS[name].kind),
    );
    const names = TEXT_GROUPS.flatMap(({ entries }) => entries.map(({ name }) => name));
    expect(names.sort()).toEqual([...words].sort());
  });

  const ABOUT = [
    ...['Page heading', 'Story', 'First heading', 'Authenticity', 'Second heading', 'Moment', 'Third heading'],
    ...['Expression', 'Heading of the exhibitions'],
  ];
  const GROUPS: [page: string, groups: [title: string, address: string, labels: string[]][]][] = [
    [
      'texts',
      [
        ['Site', '/', ['Site title']],
        ['Home', '/', ['Hero text', 'Call to action']],
        ['About', '/about', ABOUT],
        ['Social Links', '/', ['Social links']],
      ],
    ],
    ['contact', [['Contact', '/contact', ['Invitation', 'Reply promise', 'Email', 'Telephone', 'Studio']]]],
    ['rights', [['Rights', '/imprint', ['Artist name', 'Copyright line', 'Licence address']]]],
    ['privacy', [['Imprint & Privacy', '/imprint', ['Responsible for this website', 'Privacy']]]],
  ];
  it.each(GROUPS)('on the page %s have groups with links to their pages', async (page, groups) => {
    open({}, {}, page);

    for (const [title, address, labels] of groups) {
      const texts = await group(title);
      for (const label of labels) expect(texts.getByLabelText(label)).toBeVisible();
      expect(texts.getAllByRole('textbox')).toHaveLength(labels.length);
      const see = texts.getByRole('link', { name: /^See the/ });
      expect(see).toHaveAttribute('href', address);
      expect(see).toHaveAttribute('target', '_blank');
    }
  });

  it('include the language and the time zone of the site', async () => {
    jest.restoreAllMocks();
    const device = { ...new Intl.DateTimeFormat().resolvedOptions(), timeZone: 'Pacific/Auckland' };
    jest.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue(device);
    const { user, api } = open({ language: 'haw', time_zone: 'Asia/Tokyo' });
    const site = await group('Site');
    const language = site.getByRole('combobox', { name: 'Language' });
    const timeZone = site.getByRole('combobox', { name: 'Time zone' });
    expect(language).toHaveValue('haw');
    expect(timeZone).toHaveValue('Asia/Tokyo');
    expect(timeZone).toHaveAccessibleDescription(/This device is in Pacific\/Auckland/);

    await user.selectOptions(language, 'Deutsch (Österreich)');
    await user.selectOptions(timeZone, within(site.getByRole('group', { name: 'Europe' })).getByText('Vienna'));
    await user.click(save());

    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(saved(api)).toEqual([{ settings: { language: 'de-AT', time_zone: 'Europe/Vienna' } }]);
  });

  it('include the largest public size', async () => {
    const { user, api } = open({}, {}, 'rights');
    const rights = await group('Rights');
    const size = rights.getByRole('combobox', { name: 'Largest public size' });
    expect(size).toHaveDisplayValue('2400 pixels');
    expect(size).toHaveAccessibleDescription(/in full screen only/);

    await user.selectOptions(size, '3840 pixels');
    await user.click(save());

    await waitFor(() => expect(saved(api)).toEqual([{ settings: { largest_public_size: '3840' } }]));
  });

  it('can be saved in a language unknown to the browser', async () => {
    const { user, api } = open({ language: 'tlh', time_zone: 'Mars/Olympus' });
    await user.type(await screen.findByLabelText('Site title'), 'Slow');
    await user.click(save());

    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(saved(api)).toEqual([{ settings: { site_title: 'Slow' } }]);
  });

  it('show their length and limit, and which are embedded in images', async () => {
    const { user } = open({}, {}, 'rights');

    await user.type((await group('Rights')).getByLabelText('Artist name'), 'Ruth 👩‍🎨');
    expect(screen.getByText('6 / 1,000')).toBeVisible();
    for (const label of ['Artist name', 'Copyright line', 'Licence address']) {
      expect(screen.getByLabelText(label)).toHaveAccessibleDescription(/every picture/);
    }
    expect(screen.getByLabelText('Copyright line')).toHaveAttribute('placeholder', '© Ruth 👩‍🎨');
  });

  it('are saved together, changed ones only', async () => {
    const { user, api } = open();
    expect(await screen.findByRole('button', { name: 'Save Changes' })).toBeDisabled();

    await user.clear(screen.getByLabelText('First heading'));
    await user.type(screen.getByLabelText('Site title'), 'Slow Light');
    await user.type(screen.getByLabelText('Social links'), 'https://a.example{Enter}https://b.example');
    expect(screen.getByText('3 unsaved changes')).toBeVisible();
    await user.click(save());

    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(saved(api)).toEqual([
      {
        settings: {
          site_title: 'Slow Light',
          about_authenticity_title: '',
          social_links: 'https://a.example\nhttps://b.example',
        },
      },
    ]);
    await waitFor(() => expect(save()).toBeDisabled());
    expect(screen.getByLabelText('Site title')).toHaveValue('Slow Light');
  });

  it('keep input during a save and are saved once', async () => {
    let accept = (_: unknown) => {};
    const { user, api } = open(
      {},
      { 'PUT /admin/settings/website': () => new Promise((resolve) => (accept = resolve)) },
    );
    const title = await screen.findByLabelText('Site title');
    await user.type(title, 'Slow{Control>}s{/Control}');
    await user.click(await screen.findByRole('button', { name: 'Saving...' }));
    await user.type(title, '{Control>}s{/Control}');
    await user.click(title);
    expect(saved(api)).toEqual([{ settings: { site_title: 'Slow' } }]);

    await user.type(title, ' Light');
    accept({ ...theSettings({ site_title: 'Slow' }), message: '' });

    expect(await screen.findByText('Settings updated successfully!')).toBeInTheDocument();
    expect(title).toHaveValue('Slow Light');
    await waitFor(() => expect(save()).toBeEnabled());
    expect(screen.getByText('1 unsaved change')).toBeVisible();
  });

  it('show refetched settings, except over unsaved input', async () => {
    let respond = (_: unknown) => {};
    const { user, api, go } = open();
    const openAgain = async (title: string) => {
      await go('/admin/photos');
      api.respond('GET /admin/settings/website', () => new Promise((resolve) => (respond = resolve)));
      await go('/admin/settings/texts');
      await screen.findByLabelText('Site title');
      return () =>
        act(async () => respond(new FakeResponse(200, theSettings({ site_title: title }), JSON.stringify(title))));
    };
    await screen.findByLabelText('Site title');

    await (
      await openAgain('Slow')
    )();
    await waitFor(() => expect(screen.getByLabelText('Site title')).toHaveValue('Slow'));
    expect(save()).toBeDisabled();

    const refetch = await openAgain('Light');
    await user.type(screen.getByLabelText('Site title'), '!');
    await refetch();
    await user.click(save());
    await waitFor(() => expect(api.ifMatchOf('PUT /admin/settings/website')[0]).toBe('"Slow"'));
    expect(screen.getByLabelText('Site title')).toHaveValue('Slow!');
  });

  it('can be reset to the defaults', async () => {
    const { user, api } = open({ hero_text: 'Look' });
    const home = await group('Home');
    expect(home.queryByRole('button', { name: 'Reset to default for Call to action' })).toBeNull();

    await user.click(home.getByRole('button', { name: 'Reset to default for Hero text' }));
    expect(home.getByLabelText('Hero text')).toHaveValue('Welcome to my online portfolio');
    expect(home.queryByRole('button', { name: 'Reset to default for Hero text' })).toBeNull();
    await user.click(save());

    await waitFor(() => expect(saved(api)).toEqual([{ settings: { hero_text: 'Welcome to my online portfolio' } }]));
  });

  it('are validated before a save', async () => {
    const { user, api } = open();

    await user.type(await screen.findByLabelText('Social links'), 'not an address');
    await user.click(screen.getByLabelText('Site title'));
    await user.paste('x'.repeat(1001));
    await user.click(save());

    await waitFor(() =>
      expect(screen.getByLabelText('Social links')).toHaveAccessibleDescription(
        /Please enter a valid URL starting with http:\/\/ or https:\/\//,
      ),
    );
    expect(screen.getByLabelText('Site title')).toHaveAccessibleDescription(/Site title is too long/);
    expect(saved(api)).toEqual([]);
  });

  it.each([
    ['at the field', () => failing('request.invalid', { site_title: 'Site title is taken' }), 'Site title is taken'],
    ['above the button', unreachable, unreached('Failed to update settings')],
  ])('stay as typed after a refusal of the API, shown %s', async (_, response, message) => {
    const { user } = open({}, { 'PUT /admin/settings/website': response });

    await user.type(await screen.findByLabelText('Site title'), 'Slow Light');
    await user.click(save());

    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByLabelText('Site title')).toHaveValue('Slow Light');
    expect(save()).toBeEnabled();
  });

  it('survive the end of the session', async () => {
    const page = open({}, { 'PUT /admin/settings/website': () => failing('auth.required') });
    const { user } = page;
    await user.type(await screen.findByLabelText('Site title'), 'Slow Light');
    await user.click(save());
    await screen.findByRole('heading', { name: 'Sign in' });
    expect(fireEvent(window, new Event('beforeunload', { cancelable: true }))).toBe(false);

    await signInAgain(page);

    expect(await screen.findByLabelText('Site title')).toHaveValue('Slow Light');
    expect(screen.getByText('1 unsaved change')).toBeVisible();
  });
});

it('shows typed texts in the preview, and defaults for empty ones', async () => {
  const { user } = open({ hero_text: 'Look', artist_name: 'Ruth Calder' });
  const preview = await screen.findByRole('img', { name: /^The home page/ });
  expect(preview).toHaveTextContent(/^Ruth Calder.*Look.*View Galleries$/);
  expect(screen.getByLabelText('Site title')).toHaveAttribute('placeholder', 'Ruth Calder');

  expect(screen.getByText(/^Empty texts are left out, or their default is shown\./)).toBeVisible();
  await user.clear(screen.getByLabelText('Hero text'));
  expect(preview).toHaveTextContent(/^Ruth Calder.*Welcome to my online portfolio.*View Galleries$/);

  await user.type(screen.getByLabelText('Hero text'), 'Quiet places');
  await user.type(screen.getByLabelText('Site title'), 'Slow Light');
  expect(preview).toHaveTextContent(/^Slow Light.*Quiet places/);
  expect(preview).toHaveAccessibleName(/It says: Quiet places$/);
});
