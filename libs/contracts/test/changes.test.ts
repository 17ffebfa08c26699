import { describe, expect, it } from '@jest/globals';
import {
  focalPoint,
  LIMITS,
  SaveNewsItem,
  SaveProfile,
  SETTING_NAMES,
  validateSettings,
  SETTINGS,
  settingValues,
  siteTitle,
  UpdateGallery,
  UpdatePhoto,
} from '../src/index.ts';
import { faults } from './faults.ts';

describe('UpdateGallery', () => {
  const whole = { title: 'Slack Water', slug: 'slack-water', photo_ids: [2, 1] };
  const REQUIRED = {
    title: 'Title is required',
    slug: 'URL Identifier is required',
    photo_ids: 'Please select at least one photo for the gallery',
  };

  it('accepts the whole form, or is_active alone', () => {
    expect(faults(UpdateGallery, whole)).toEqual({});
    expect(faults(UpdateGallery, { ...whole, is_active: false, description: null })).toEqual({});
    expect(faults(UpdateGallery, { is_active: false })).toEqual({});
    expect(faults(UpdateGallery, { is_active: true })).toEqual({});
  });

  it('requires the form fields otherwise', () => {
    expect(faults(UpdateGallery, {})).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { is_active: null })).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { is_active: true, description: 'x' })).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { is_active: true, opening: 'cover' })).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { is_active: true, cover_photo_id: null })).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { is_active: true, title: 'x' })).toEqual({
      slug: REQUIRED.slug,
      photo_ids: REQUIRED.photo_ids,
    });
  });

  it('accepts photo_ids_before, also empty', () => {
    expect(faults(UpdateGallery, { ...whole, photo_ids_before: [1, 3] })).toEqual({});
    expect(faults(UpdateGallery, { ...whole, photo_ids_before: [] })).toEqual({});
    expect(faults(UpdateGallery, { ...whole, photo_ids_before: 'all' })).toEqual({
      photo_ids_before: 'One of the selected photos is not valid',
    });
    expect(faults(UpdateGallery, { ...whole, photo_ids_before: [1, 1] })).toEqual({
      photo_ids_before: 'A photo can be in a gallery only once',
    });
    expect(faults(UpdateGallery, { is_active: true, photo_ids_before: [1] })).toEqual(REQUIRED);
  });

  it('validates all fields beside is_active', () => {
    expect(faults(UpdateGallery, { is_active: 'yes' })).toEqual({ is_active: 'Active must be true or false' });
    expect(faults(UpdateGallery, { is_active: true, slug: 'Not So' })).toMatchObject({
      slug: 'URL Identifier can only contain lowercase letters, numbers, and hyphens',
    });
    expect(faults(UpdateGallery, { is_active: true, title: null })).toEqual(REQUIRED);
    expect(faults(UpdateGallery, { ...whole, is_active: true, photo_ids: [1, 1] })).toEqual({
      photo_ids: 'A photo can be in a gallery only once',
    });
  });
});

describe('UpdatePhoto', () => {
  it('accepts an empty request', () => {
    expect(faults(UpdatePhoto, {})).toEqual({});
  });

  it('accepts empty optional fields', () => {
    expect(faults(UpdatePhoto, { description: null, alt_text: null, selling_price: null, gallery_id: null })).toEqual(
      {},
    );
    expect(faults(UpdatePhoto, { description: '', alt_text: '', gallery_ids: [] })).toEqual({});
  });

  it('rejects empty required fields', () => {
    expect(faults(UpdatePhoto, { title: null, is_for_sale: null, visibility: null, gallery_ids: null })).toEqual({
      title: 'Title is required',
      is_for_sale: 'For sale must be true or false',
      visibility: 'Visibility must be public, unlisted or hidden',
      gallery_ids: 'Gallery is not valid',
    });
    expect(faults(UpdatePhoto, { title: '\t\n' })).toEqual({ title: 'Title is required' });
  });

  it.each([[[0]], [['1']], [[1.5]], [[2_147_483_648]], ['1'], [{}]])('rejects the galleries %j', (gallery_ids) => {
    expect(faults(UpdatePhoto, { gallery_ids })).toEqual({ gallery_ids: 'Gallery is not valid' });
  });

  it('rejects a gallery that occurs twice', () => {
    expect(faults(UpdatePhoto, { gallery_ids: [1, 1] })).toEqual({
      gallery_ids: 'A photo can be in a gallery only once',
    });
  });
});

describe('SaveNewsItem', () => {
  it('accepts is_active alone', () => {
    expect(faults(SaveNewsItem, { is_active: false })).toEqual({});
  });

  it('accepts an empty link, also white space', () => {
    for (const link of [null, '', '  ', '\t\n']) expect(faults(SaveNewsItem, { link })).toEqual({});
    expect(faults(SaveNewsItem, { link: [] })).toHaveProperty('link');
  });
});

describe('SaveProfile', () => {
  const valid = { name: 'Elin', email: 'elin@example.com' };

  it('accepts name and email, with or without passwords', () => {
    expect(faults(SaveProfile, valid)).toEqual({});
    expect(faults(SaveProfile, { ...valid, currentPassword: '', newPassword: '' })).toEqual({});
    expect(faults(SaveProfile, { ...valid, currentPassword: 'old', newPassword: 'newer1' })).toEqual({});
  });

  it('returns the message of each rule', () => {
    expect(faults(SaveProfile, {})).toEqual({ name: 'Name is required', email: 'Email is required' });
    expect(faults(SaveProfile, { ...valid, name: ' E ' })).toEqual({ name: 'Name must be at least 2 characters' });
    expect(faults(SaveProfile, { ...valid, name: 'é' })).toEqual({ name: 'Name must be at least 2 characters' });
    expect(faults(SaveProfile, { ...valid, email: 'elin@' })).toEqual({ email: 'Invalid email address' });
    expect(faults(SaveProfile, { ...valid, newPassword: 7 })).toEqual({ newPassword: 'Password must be text' });
    const changed = { ...valid, currentPassword: 'old' };
    expect(faults(SaveProfile, { ...changed, newPassword: 'x'.repeat(LIMITS.password + 1) })).toEqual({
      newPassword: 'Password is too long',
    });
    for (const newPassword of ['five5', ' '.repeat(6), '\u200b'.repeat(6), '👩‍🎨🇸🇪'.repeat(2)]) {
      expect(faults(SaveProfile, { ...changed, newPassword })).toEqual({
        newPassword: 'Password must be at least 6 characters',
      });
    }
  });

  it.each([7, {}, true, ' '])('rejects %j as the current password', (currentPassword) => {
    expect(faults(SaveProfile, { ...valid, currentPassword })).toEqual({
      currentPassword: 'Current password is required',
    });
  });

  it.each([undefined, null, '', ' '])(
    'requires the current password for a new one, and rejects %j',
    (currentPassword) => {
      expect(faults(SaveProfile, { ...valid, currentPassword, newPassword: 'newer1' })).toEqual({
        currentPassword: 'Current password is required when changing password',
      });
    },
  );
});

describe('validateSettings', () => {
  it('accepts the values that the back office sends', () => {
    expect(validateSettings({})).toEqual({});
    expect(validateSettings({ dark_theme: 'true', full_page_background: 'false' })).toEqual({});
    expect(validateSettings({ artist_name: 'Elin Marsh', copyright_line: '© 2026', licence_url: '' })).toEqual({});
    expect(validateSettings({ licence_url: '  ' })).toEqual({});
    expect(validateSettings({ licence_url: ' https://example.com/licence ' })).toEqual({});
    expect(validateSettings({ licence_url: 'https://creativecommons.org/licenses/by/4.0/' })).toEqual({});
  });

  it('returns a message for each invalid setting', () => {
    expect(
      validateSettings({
        dark_theme: true,
        theme: 'blue',
        full_page_background: 'TRUE',
        licence_url: 'javascript:alert(1)',
        colour: 'red',
      }),
    ).toEqual({
      dark_theme: "Dark Theme must be 'true' or 'false'",
      theme: 'Theme must be one of auto, light, dark',
      full_page_background: "Full Page Background must be 'true' or 'false'",
      licence_url: 'Please enter a valid URL starting with http:// or https://',
      colour: 'colour is not a known setting',
    });
    expect(validateSettings({ artist_name: null, copyright_line: 'x'.repeat(LIMITS.settingText + 1) })).toEqual({
      artist_name: 'Artist name must be text',
      copyright_line: 'Copyright line is too long',
    });
    expect(validateSettings({ artist_name: 'Elin\0' })).toEqual({ artist_name: 'Artist name must be text' });
  });

  it('accepts any text, also an empty one', () => {
    const names = SETTING_NAMES.filter((name) => SETTINGS[name].kind !== 'switch');
    expect(validateSettings(Object.fromEntries(names.map((name) => [name, ''])))).toEqual({});
    expect(validateSettings(Object.fromEntries(names.map((name) => [name, SETTINGS[name].default])))).toEqual({});
    expect(
      validateSettings({
        about_story: 'a\r\n\r\n<b>'.padEnd(LIMITS.siteText, 'x'),
        contact_email: ' ruth@example.com ',
        social_links: ' https://social.example/@ruth \r\n\r\nhttp://ruth.example\r\n',
      }),
    ).toEqual({});
  });

  it('rejects invalid texts, addresses and emails', () => {
    const BAD_ADDRESS = 'Please enter a valid URL starting with http:// or https://';
    expect(
      validateSettings({
        about_moment: 'x'.repeat(LIMITS.siteText + 1),
        privacy: 'a\0b',
        contact_email: 'ruth',
        social_links: 'https://social.example/@ruth\njavascript:alert(1)',
      }),
    ).toEqual({
      about_moment: 'Moment is too long',
      privacy: 'Privacy must be text',
      contact_email: 'Invalid email address',
      social_links: BAD_ADDRESS,
    });
    expect(validateSettings({ social_links: 'https://a.example https://b.example' })).toEqual({
      social_links: BAD_ADDRESS,
    });
  });

  it('accepts the id of a photo as portrait only', () => {
    expect(validateSettings({ about_portrait: '12' })).toEqual({});
    for (const about_portrait of ['0', '-1', '1.5', 'x', '99999999999']) {
      expect(validateSettings({ about_portrait })).toEqual({ about_portrait: 'Portrait must be the id of a photo' });
    }
  });

  it('accepts two fractions as focal point only', () => {
    for (const background_focus of ['0.5 0.5', '0 1', '0.125 0.3']) {
      expect(validateSettings({ background_focus })).toEqual({});
    }
    for (const background_focus of ['0.5', '0.5 1.1', '-0.5 0.5', '0.5  0.5', '0.5 0.5 ', '.5 .5', '1e-1 0', 'a b']) {
      expect(validateSettings({ background_focus })).toEqual({
        background_focus: 'Focal point must be two numbers from 0 to 1',
      });
    }
  });

  it.each([
    ['0.125 0', { focus_x: 0.125, focus_y: 0 }],
    ['', { focus_x: 0.5, focus_y: 0.5 }],
  ])('the focal point of "%s" is %j', (value, point) => {
    expect(focalPoint(value)).toEqual(point);
  });

  it('accepts a list of exhibitions only', () => {
    const show = { year: '2025', title: 'Slack Water', place: 'Harbour Rooms', link: '' };
    const fault = (...list: unknown[]) => validateSettings({ exhibitions: JSON.stringify(list) }).exhibitions;
    const noList = 'Exhibitions must be a list of year, title, place and link';

    expect(fault(show, { ...show, link: 'https://example.com/show' })).toBeUndefined();
    expect(fault({ title: 'Slack Water' })).toBe(noList);
    expect(fault({ ...show, curator: 'Ruth' })).toBe(noList);
    expect(fault({ ...show, year: 2025 })).toBe(noList);
    expect(validateSettings({ exhibitions: '{' })).toEqual({ exhibitions: noList });
    expect(fault(show, { ...show, title: ' ' })).toBe('Exhibition 2 needs a title');
    expect(fault({ ...show, place: 'x'.repeat(256) })).toBe('The place of exhibition 1 is too long');
    expect(fault({ ...show, link: 'javascript:alert(1)' })).toMatch(/^Please enter a valid URL/);
    expect(fault(...Array.from({ length: 200 }, () => show))).toBe('Exhibitions is too long');
  });

  it('accepts a language tag and an IANA time zone only', () => {
    expect(validateSettings({ language: 'zh-Hant-HK', time_zone: 'Asia/Hong_Kong' })).toEqual({});
    expect(validateSettings({ language: ' de ', time_zone: 'Etc/UTC' })).toEqual({});
    expect(validateSettings({ language: 'Deutsch', time_zone: 'UTC+2' })).toEqual({
      language: 'Language must be a language tag, such as en or pt-BR',
      time_zone: 'Time zone must be a name such as Europe/Berlin or UTC',
    });
  });

  it('accepts a listed choice only', () => {
    expect(validateSettings({ largest_public_size: ' 3840 ' })).toEqual({});
    expect(validateSettings({ largest_public_size: '3000' })).toEqual({
      largest_public_size: 'Largest public size must be one of 1600, 2400, 3840',
    });
  });

  it('rejects a text longer than the database column', () => {
    const painter = '👩‍🎨';
    expect(validateSettings({ about_story: painter.repeat(3_333) })).toEqual({});
    expect(validateSettings({ about_story: painter.repeat(3_334) })).toEqual({ about_story: 'Story is too long' });
  });

  it.each(['__proto__', 'constructor', 'toString', 'background_image'])('rejects the unknown setting %s', (name) => {
    expect(validateSettings(JSON.parse(`{"${name}":"true"}`))).toEqual({ [name]: `${name} is not a known setting` });
  });
});

describe('settingValues', () => {
  it.each([
    [{ theme: 'auto' }, { theme: 'auto', dark_theme: 'false' }],
    [{ theme: 'dark' }, { theme: 'dark', dark_theme: 'true' }],
    [
      { theme: 'light', dark_theme: 'true' },
      { theme: 'light', dark_theme: 'false' },
    ],
    // Saved before there was a third theme.
    [{ dark_theme: 'true' }, { theme: 'dark', dark_theme: 'true' }],
    [{}, { theme: 'light', dark_theme: 'false' }],
    [{ theme: '\u200b' }, { theme: 'light', dark_theme: 'false' }],
  ])('has both settings of the theme for %j', (saved, values) => {
    expect(settingValues(new Map(Object.entries(saved)))).toMatchObject(values);
  });

  it('returns saved values, and defaults for the others', () => {
    const values = settingValues(
      new Map([
        ['artist_name', 'Ruth'],
        ['reply_promise', ''],
        ['unknown', 'x'],
      ]),
    );

    expect(Object.keys(values)).toEqual(SETTING_NAMES);
    expect(values).toMatchObject({ artist_name: 'Ruth', reply_promise: '', dark_theme: 'false' });
    expect(values.privacy).toBe(SETTINGS.privacy.default);
  });

  it('returns the default of an empty text with `emptyMeansDefault`', () => {
    expect(
      settingValues(
        new Map([
          ['hero_text', ' \n'],
          ['hero_call_to_action', ''],
        ]),
      ),
    ).toMatchObject({
      hero_text: 'Welcome to my online portfolio',
      hero_call_to_action: 'View Galleries',
    });
  });
});

it.each([
  [{ site_title: ' Slow Light ', artist_name: 'Ruth' }, 'Slow Light'],
  [{ site_title: ' \u200b', artist_name: ' Ruth ' }, 'Ruth'],
  [{}, ''],
])('siteTitle of %j is "%s"', (settings, title) => {
  expect(siteTitle(settings)).toBe(title);
});
