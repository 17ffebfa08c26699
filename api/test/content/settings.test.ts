import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { LIMITS, SETTING_NAMES, SETTINGS } from '@portfolio/contracts';
import { Setting } from '@portfolio/database';
import { createBackground, createPhoto } from '@portfolio/testing';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());
beforeEach(() => api.database.query('truncate settings, background_images'));

const save = (settings: unknown) => admin.put('/api/admin/settings/website').send({ settings });
const website = async () => (await admin.get('/api/admin/settings/website').expect(200)).body.settings;
const shown = async () => (await api.visitor.get('/api/public/settings').expect(200)).body;
const waiting = async () => (await api.jobs.counts()).waiting ?? 0;

describe('the settings', () => {
  it('have defaults on a new site', async () => {
    expect(await website()).toEqual({
      ...Object.fromEntries(SETTING_NAMES.map((name) => [name, { value: SETTINGS[name].default }])),
      background_image: { value: '', status: 'absent', failure: null, version: expect.any(String) },
    });
    expect(await shown()).toEqual({
      darkTheme: false,
      theme: 'light',
      refuseAiCrawlers: false,
      fullPageBackground: false,
      backgroundImage: null,
      background: null,
      artistName: '',
      copyrightLine: '',
      licenceUrl: '',
      siteTitle: '',
      socialLinks: [],
      language: 'en',
      timeZone: 'UTC',
    });
  });

  it('can be saved one by one', async () => {
    const { body } = await save({ dark_theme: 'true' }).expect(200);
    expect(body.message).toBe('Settings updated successfully!');
    expect(body.settings).toMatchObject({ dark_theme: { value: 'true' }, full_page_background: { value: 'false' } });

    await save({ full_page_background: 'true' }).expect(200);
    await save({ dark_theme: 'false', artist_name: 'Zoë 王 <i>' }).expect(200);
    expect(await website()).toMatchObject({
      dark_theme: { value: 'false' },
      full_page_background: { value: 'true' },
      artist_name: { value: 'Zoë 王 <i>' },
    });
  });

  it.each([
    [{ theme: 'auto' }, 'auto', 'false'],
    [{ theme: 'dark' }, 'dark', 'true'],
    [{ dark_theme: 'true' }, 'dark', 'true'],
    [{ dark_theme: 'false' }, 'light', 'false'],
  ])('have one theme after %j', async (saved, theme, darkTheme) => {
    await save({ theme: 'light' }).expect(200);
    await save({ theme: 'dark' }).expect(200);

    const { body } = await save(saved).expect(200);

    expect(body.settings).toMatchObject({ theme: { value: theme }, dark_theme: { value: darkTheme } });
    expect(await shown()).toMatchObject({ theme, darkTheme: darkTheme === 'true' });
  });

  it('store a blank address as empty', async () => {
    const { body } = await save({ licence_url: ' \n ' }).expect(200);

    expect(body.settings.licence_url.value).toBe('');
  });

  it('replace blank required texts by their default', async () => {
    await save({ hero_text: 'Hello', hero_call_to_action: 'Come in' }).expect(200);
    const { body } = await save({ hero_text: ' \r\n', reply_promise: '' }).expect(200);

    expect(body.settings).toMatchObject({
      hero_text: { value: 'Welcome to my online portfolio' },
      hero_call_to_action: { value: 'Come in' },
      reply_promise: { value: '' },
    });
  });

  it.each([
    ['en', 'en', 'UTC', 'UTC'],
    [' PT-br ', 'pt-BR', ' America/Sao_Paulo ', 'America/Sao_Paulo'],
    ['iw', 'he', 'Asia/Jerusalem', 'Asia/Jerusalem'],
    ['zh-Hant', 'zh-Hant', 'Asia/Kolkata', 'Asia/Kolkata'],
    ['', 'en', ' ', 'UTC'],
  ])('normalise the language %p to %s and the time zone %p to %s', async (tag, language, name, timeZone) => {
    await save({ language: 'de', time_zone: 'Europe/Berlin' }).expect(200);
    const { body } = await save({ language: tag, time_zone: name }).expect(200);

    expect(body.settings).toMatchObject({ language: { value: language }, time_zone: { value: timeZone } });
    expect(await shown()).toMatchObject({ language, timeZone });
  });

  it('stay the same without values', async () => {
    await save({ dark_theme: 'true' }).expect(200);
    const { body } = await save({}).expect(200);

    expect(body.settings.dark_theme.value).toBe('true');
  });

  it.each([
    [
      'the background image, which has its own routes',
      { background_image: '' },
      { background_image: expect.any(String) },
    ],
    ['an invalid switch', { dark_theme: 'yes' }, { dark_theme: "Dark Theme must be 'true' or 'false'" }],
    ['an invalid theme', { theme: 'blue' }, { theme: 'Theme must be one of auto, light, dark' }],
    ['a text that is a list', { artist_name: ['x'] }, { artist_name: 'Artist name must be text' }],
    ['a null text', { artist_name: null }, { artist_name: 'Artist name must be text' }],
    ['a NUL', { artist_name: 'a\0b' }, { artist_name: 'Artist name must be text' }],
    [
      'a long text',
      { copyright_line: 'x'.repeat(LIMITS.settingText + 1) },
      { copyright_line: 'Copyright line is too long' },
    ],
    [
      'social links with one invalid link',
      { social_links: 'https://social.example\nftp://files.example' },
      { social_links: 'Please enter a valid URL starting with http:// or https://' },
    ],
    ['an invalid email', { contact_email: 'elin' }, { contact_email: 'Invalid email address' }],
    ...['de_DE', 'German', 'tlh', 'x-elin', '<script>', 'd\0e'].map((language): [string, object, object] => [
      `a language such as ${JSON.stringify(language)}`,
      { language },
      {
        language: language.includes('\0')
          ? 'Language must be text'
          : 'Language must be a language tag, such as en or pt-BR',
      },
    ]),
    ...['Berlin', 'Mars/Olympus', '+02:00'].map((time_zone): [string, object, object] => [
      `a time zone such as ${time_zone}`,
      { time_zone },
      { time_zone: 'Time zone must be a name such as Europe/Berlin or UTC' },
    ]),
    [
      'a text beyond the column’s limit',
      { about_story: '👩‍🎨'.repeat(LIMITS.siteText) },
      { about_story: 'Story is too long' },
    ],
    [
      'several at once',
      { dark_theme: '1', full_page_background: '', colour: '' },
      { dark_theme: expect.any(String), full_page_background: expect.any(String), colour: expect.any(String) },
    ],
  ])('reject %s, with a message for each setting', async (_, settings, errors) => {
    const { body } = await save({ artist_name: 'Ruth', ...settings }).expect(400);

    expect(body).toMatchObject({ code: 'request.invalid', message: Object.values(body.errors)[0] });
    expect(body.errors).toEqual(errors);
    expect(await api.database.getRepository(Setting).count()).toBe(0);
  });

  it.each([
    ['no settings', {}],
    ['a list', { settings: [] }],
    ['null', { settings: null }],
  ])('are rejected as %s', async (_, body) => {
    const { body: answer } = await admin.put('/api/admin/settings/website').send(body).expect(400);
    expect(answer.errors).toEqual({ settings: 'settings must be an object of names and values' });
  });

  it('accept the longest text in any script', async () => {
    await save({ artist_name: '👩‍🎨'.repeat(LIMITS.settingText) }).expect(200);
  });

  it('can be saved concurrently', async () => {
    const both = [
      { dark_theme: 'true', artist_name: 'Ruth', licence_url: '' },
      { licence_url: '', artist_name: 'Anna', dark_theme: 'true' },
    ];
    const responses = await Promise.all(Array.from({ length: 12 }, (_, i) => save(both[i % 2])));

    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(['Ruth', 'Anna']).toContain((await website()).artist_name.value);
  });

  it('require a session', async () => {
    await api.visitor.get('/api/admin/settings/website').expect(401);
    await api.visitor
      .put('/api/admin/settings/website')
      .send({ settings: { dark_theme: 'true' } })
      .expect(401);
    expect(await shown()).toMatchObject({ darkTheme: false });
  });
});

describe('public settings', () => {
  it('are in one response, and each in its own', async () => {
    const { id, version } = await createBackground(api.database);
    await save({
      dark_theme: 'true',
      full_page_background: 'true',
      background_focus: '0.25 0.5',
      artist_name: ' Ruth Calder ',
      licence_url: 'https://example.com/licence',
    }).expect(200);

    const all = await shown();
    expect(all).toMatchObject({
      darkTheme: true,
      fullPageBackground: true,
      backgroundImage: `/media/background/${id}/${version}/1600.jpeg`,
      artistName: 'Ruth Calder',
      copyrightLine: '© Ruth Calder',
      licenceUrl: 'https://example.com/licence',
    });
    expect(all.background).toMatchObject({ width: 1600, height: 1067, placeholder: expect.any(String) });
    expect(all.background).toMatchObject({ focus_x: 0.25, focus_y: 0.5 });
    expect(all.background.renditions).toHaveLength(12);
    expect(all.background.renditions[0]).toEqual({
      format: 'avif',
      width: 320,
      height: 213,
      url: `/media/background/${id}/${version}/320.avif`,
    });
    const alone = async (path: string) => (await api.visitor.get(`/api/public/${path}`).expect(200)).body;
    expect(await alone('dark-theme')).toEqual({ darkTheme: true });
    expect(await alone('full-page-background')).toEqual({ fullPageBackground: true });
    expect(await alone('background-image')).toEqual({ backgroundImage: all.backgroundImage });
  });

  it('have the copyright line as typed', async () => {
    await save({ artist_name: 'Ruth', copyright_line: '2026 R. Calder' }).expect(200);

    expect(await shown()).toMatchObject({ artistName: 'Ruth', copyrightLine: '2026 R. Calder' });
  });

  it('have the site title and social links', async () => {
    await save({ artist_name: ' Ruth Calder ' }).expect(200);
    expect(await shown()).toMatchObject({ siteTitle: 'Ruth Calder', socialLinks: [] });

    const links = ' https://social.example/@ruth\r\n\r\n  \nhttps://ruth.example \nhttps://ruth.example';
    await save({ site_title: ' Slow Light ', social_links: links }).expect(200);
    expect(await shown()).toMatchObject({
      siteTitle: 'Slow Light',
      artistName: 'Ruth Calder',
      socialLinks: ['https://social.example/@ruth', 'https://ruth.example'],
    });
  });

  it.each(['settings', 'texts', 'dark-theme', 'background-image', 'full-page-background'])(
    '%s is revalidated with each request',
    async (path) => {
      const { headers } = await api.visitor.get(`/api/public/${path}`).expect(200);
      expect(headers['cache-control']).toBe('no-cache');
    },
  );
});

describe('public texts', () => {
  const texts = async () => (await api.visitor.get('/api/public/texts').expect(200)).body;

  it('are defaults on a new site, without invented facts', async () => {
    expect(await texts()).toEqual({
      heroText: 'Welcome to my online portfolio',
      callToAction: 'View Galleries',
      aboutTitle: 'About',
      aboutPortrait: null,
      aboutStory: [],
      aboutAuthenticityTitle: 'Authenticity',
      aboutAuthenticity: '',
      aboutMomentTitle: 'Moment',
      aboutMoment: '',
      aboutExpressionTitle: 'Expression',
      aboutExpression: '',
      exhibitionsTitle: 'Exhibitions',
      exhibitions: [],
      contactIntro: '',
      replyPromise: 'I reply within 24 hours.',
      contactEmail: '',
      contactPhone: '',
      contactAddress: '',
      imprint: '',
      privacy: [SETTINGS.privacy.default],
    });
  });

  it('have the artist’s lines and paragraphs', async () => {
    await save({
      hero_text: ' <b>Zoë</b> 王\r\n',
      about_story: '\r\n I am.\r\nI was.  \r\n \t \r\n\r\nI will be.\n',
      imprint: ' 1 Quay\r\n\r\n Northport ',
      contact_address: '1 Quay\r\nNorthport',
      contact_email: ' ruth@example.com ',
    }).expect(200);

    expect(await texts()).toMatchObject({
      heroText: '<b>Zoë</b> 王',
      aboutStory: ['I am.\nI was.', 'I will be.'],
      imprint: '1 Quay\nNorthport',
      contactAddress: '1 Quay\nNorthport',
      contactEmail: 'ruth@example.com',
    });
  });

  it('have the headings and exhibitions of the artist', async () => {
    const exhibitions = [
      { year: ' 2025 ', title: 'Slack Water', place: 'Harbour Rooms', link: ' https://example.com/x ' },
      { year: '', title: 'Early Light', place: '', link: '' },
    ];
    await save({ about_moment_title: 'Zeit', exhibitions: JSON.stringify(exhibitions) }).expect(200);

    expect(await texts()).toMatchObject({
      aboutMomentTitle: 'Zeit',
      exhibitions: [
        { year: '2025', title: 'Slack Water', place: 'Harbour Rooms', link: 'https://example.com/x' },
        exhibitions[1],
      ],
    });
  });

  it.each([
    ['public', true],
    ['unlisted', true],
    ['hidden', false],
  ] as const)('have a portrait of a %s photo: %s', async (visibility, isShown) => {
    const photo = await createPhoto(api.database, { title: 'Self', visibility, focusY: 0.25 });
    await save({ about_portrait: String(photo.id) }).expect(200);

    const { aboutPortrait } = await texts();
    if (isShown) expect(aboutPortrait).toMatchObject({ title: 'Self', focus_y: 0.25, width: 1600 });
    else expect(aboutPortrait).toBeNull();
    if (!isShown) return;
    expect(aboutPortrait.renditions[0].url).not.toContain('ticket');
    await admin.delete(`/api/photos/${photo.id}`).expect(200);

    expect((await texts()).aboutPortrait).toBeNull();
  });

  it('are empty when cleared, except on the home page and for headings', async () => {
    const names = SETTING_NAMES.filter((name) => !['switch', 'point'].includes(SETTINGS[name].kind));
    await save(Object.fromEntries(names.map((name) => [name, name === 'contact_phone' ? ' \u200b' : '']))).expect(200);

    const { heroText, callToAction, aboutStory, privacy, exhibitions, aboutPortrait, ...more } = await texts();
    expect([heroText, callToAction]).toEqual(['Welcome to my online portfolio', 'View Galleries']);
    expect([aboutStory, privacy, exhibitions, aboutPortrait]).toEqual([[], [], [], null]);
    const { aboutTitle, aboutAuthenticityTitle, aboutMomentTitle, aboutExpressionTitle, exhibitionsTitle, ...others } =
      more;
    expect([aboutTitle, aboutAuthenticityTitle, aboutMomentTitle, aboutExpressionTitle, exhibitionsTitle]).toEqual([
      'About',
      'Authenticity',
      'Moment',
      'Expression',
      'Exhibitions',
    ]);
    expect(new Set(Object.values(others))).toEqual(new Set(['']));
  });

  it('take one query beside the content version', async () => {
    const runners = jest.spyOn(api.database, 'createQueryRunner');
    await texts();
    const { length } = runners.mock.calls;
    runners.mockRestore();

    expect(length).toBe(2);
  });
});

describe('new rights', () => {
  it('enqueue new renditions of every picture, once for each change', async () => {
    const before = await waiting();
    await save({ artist_name: 'Ruth' }).expect(200);
    expect(await waiting()).toBe(before + 1);
    await save({ artist_name: 'Ruth', copyright_line: '© R.', licence_url: 'https://example.com' }).expect(200);
    expect(await waiting()).toBe(before + 2);
  });

  it('enqueue nothing without a change', async () => {
    await save({ artist_name: 'Ruth' }).expect(200);
    const before = await waiting();
    await save({ artist_name: 'Ruth', dark_theme: 'true' }).expect(200);
    await save({}).expect(200);
    expect(await waiting()).toBe(before);
  });
});
