import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DEMO_ACCOUNT } from '@portfolio/contracts';
import { aJpeg, createGallery, createPhoto } from '@portfolio/testing';
import { BOUNDARY, multipart } from '../multipart.ts';
import { startTestApi, type TestApi } from '../start-test-api.ts';

let api: TestApi;
let admin: Awaited<ReturnType<TestApi['signIn']>>;
beforeAll(async () => {
  api = await startTestApi();
  admin = await api.signIn();
});
afterAll(() => api.stop());

const TABLES = 'photos, galleries, gallery_photos, comments, news_items, messages, settings, background_images';
beforeEach(() => api.database.query(`truncate ${TABLES} restart identity cascade`));
const rowCount = async (table: string) => Number((await api.database.query(`select count(*) from ${table}`))[0].count);

type Method = 'get' | 'post' | 'put' | 'delete';
type Fields = Record<string, unknown>;

const EMAIL = { required: 'Email is required', invalid: 'Invalid email address' };
const SLUG = 'URL Identifier can only contain lowercase letters, numbers, and hyphens';
const LINK = 'Please enter a valid URL starting with http:// or https://';
const NO_PHOTOS = 'Please select at least one photo for the gallery';

/** Forms of the specification's section 5: route, valid body, and invalid fields with their messages. */
const FORMS: Record<
  string,
  { call: [Method, string]; right: Fields; wrong: [Fields, field: string, message: string][] }
> = {
  comment: {
    call: ['post', '/api/comments'],
    right: { photo_id: 1, author_name: 'Ruth', author_email: 'ruth@example.com', content: 'Lovely' },
    wrong: [
      [{ author_name: undefined }, 'author_name', 'Name is required'],
      [{ author_name: ' \t' }, 'author_name', 'Name is required'],
      [{ author_name: 'x'.repeat(256) }, 'author_name', 'Name is too long'],
      [{ author_name: 'Ruth & Co' }, 'author_name', 'Name contains invalid characters'],
      [{ author_email: undefined }, 'author_email', EMAIL.required],
      [{ author_email: 'ruth@' }, 'author_email', EMAIL.invalid],
      [{ content: undefined }, 'content', 'Comment is required'],
      [{ content: 'ab' }, 'content', 'Comment is too short'],
      [{ content: 'x'.repeat(1001) }, 'content', 'Comment is too long (max 1000 characters)'],
    ],
  },
  contact: {
    call: ['post', '/api/contact'],
    right: { name: 'Ruth', email: 'ruth@example.com', subject: 'A print', message: 'How much?' },
    wrong: [
      [{ name: undefined }, 'name', 'Name is required'],
      [{ email: '' }, 'email', EMAIL.required],
      [{ email: 'ruth' }, 'email', EMAIL.invalid],
      [{ email: 'ruth@example.com\r\nBcc: all@example.com' }, 'email', EMAIL.invalid],
      [{ subject: ' ' }, 'subject', 'Subject is required'],
      [{ message: undefined }, 'message', 'Message is required'],
    ],
  },
  login: {
    call: ['post', '/api/auth/login'],
    right: { email: DEMO_ACCOUNT.email, password: DEMO_ACCOUNT.password },
    wrong: [
      [{ email: '' }, 'email', EMAIL.required],
      [{ email: 'elin' }, 'email', EMAIL.invalid],
      [{ password: '' }, 'password', 'Password is required'],
    ],
  },
  gallery: {
    call: ['post', '/api/galleries'],
    right: { title: 'Slack Water', slug: 'slack-water', photo_ids: [1] },
    wrong: [
      [{ title: '' }, 'title', 'Title is required'],
      [{ slug: '' }, 'slug', 'URL Identifier is required'],
      [{ slug: 'Slack Water' }, 'slug', SLUG],
      [{ slug: 'slack_water' }, 'slug', SLUG],
      [{ slug: '../admin' }, 'slug', SLUG],
      [{ photo_ids: [] }, 'photo_ids', NO_PHOTOS],
      [{ photo_ids: undefined }, 'photo_ids', NO_PHOTOS],
    ],
  },
  'gallery update': {
    call: ['put', '/api/galleries/1'],
    right: { title: 'Slack Water', slug: 'slack-water', photo_ids: [1] },
    wrong: [
      [{ title: null }, 'title', 'Title is required'],
      [{ slug: undefined }, 'slug', 'URL Identifier is required'],
      [{ slug: "x'--" }, 'slug', SLUG],
      [{ photo_ids: [] }, 'photo_ids', NO_PHOTOS],
    ],
  },
  photo: {
    call: ['put', '/api/photos/1'],
    right: { title: 'Harbour', selling_price: 12.5 },
    wrong: [
      [{ title: '' }, 'title', 'Title is required'],
      [{ selling_price: -0.01 }, 'selling_price', 'Selling price must be 0 or more'],
      [{ selling_price: 0.001 }, 'selling_price', 'Selling price must be a number with at most 2 decimals'],
      [{ selling_price: '12.50' }, 'selling_price', 'Selling price must be a number with at most 2 decimals'],
    ],
  },
  news: {
    call: ['post', '/api/news'],
    right: { headline: 'Open studio', link: 'https://example.com' },
    wrong: [
      [{ headline: 'x'.repeat(256) }, 'headline', 'Headline is too long'],
      [{ link: 'example.com' }, 'link', LINK],
      [{ link: 'javascript:alert(1)' }, 'link', LINK],
      [{ link: ' https://example.com' }, 'link', LINK],
    ],
  },
  profile: {
    call: ['put', '/api/admin/settings/profile'],
    right: { name: DEMO_ACCOUNT.name, email: DEMO_ACCOUNT.email },
    wrong: [
      [{ name: '' }, 'name', 'Name is required'],
      [{ name: 'E' }, 'name', 'Name must be at least 2 characters'],
      [{ email: '' }, 'email', EMAIL.required],
      [{ email: 'elin@example' }, 'email', EMAIL.invalid],
      [
        { currentPassword: DEMO_ACCOUNT.password, newPassword: '12345' },
        'newPassword',
        'Password must be at least 6 characters',
      ],
      [{ newPassword: '123456' }, 'currentPassword', 'Current password is required when changing password'],
    ],
  },
  settings: {
    call: ['put', '/api/admin/settings/website'],
    right: { settings: { dark_theme: 'true' } },
    wrong: [
      [{ settings: { dark_theme: true } }, 'dark_theme', "Dark Theme must be 'true' or 'false'"],
      [
        { settings: { full_page_background: '1' } },
        'full_page_background',
        "Full Page Background must be 'true' or 'false'",
      ],
      [{ settings: { licence_url: 'ftp://example.com' } }, 'licence_url', LINK],
      [{ settings: { nothing: 'true' } }, 'nothing', 'nothing is not a known setting'],
      [{ settings: { toString: 'x' } }, 'toString', 'toString is not a known setting'],
      [{ settings: { hasOwnProperty: 'x' } }, 'hasOwnProperty', 'hasOwnProperty is not a known setting'],
      [{ settings: 'dark' }, 'settings', 'settings must be an object of names and values'],
    ],
  },
};

const send = ([method, path]: [Method, string], body?: unknown) => admin[method](path).send(body as object);

describe.each(Object.entries(FORMS))('the form for a %s', (_, { call, right, wrong }) => {
  beforeEach(async () => {
    const photo = await createPhoto(api.database);
    await createGallery(api.database, { slug: 'there-before', photos: [photo] });
  });

  it('accepts valid values', async () => {
    expect([200, 201]).toContain((await send(call, right)).status);
  });

  it('rejects invalid values at their fields, with their messages', async () => {
    const before = await contents();

    for (const [fault, field, message] of wrong) {
      const { body } = await send(call, { ...right, ...fault });
      const error = { statusCode: 400, code: 'request.invalid', message, errors: { [field]: message } };
      expect({ fault, body }).toEqual({ fault, body: error });
    }
    expect(await contents()).toEqual(before);
  });

  it('rejects every wrong type of a field at that field', async () => {
    for (const field of Object.keys(right)) {
      for (const value of [{}, [], [['x']], { $ne: null }, { toString: 'x' }, '\0', '\0x']) {
        const { status, body } = await send(call, { ...right, [field]: value });
        // An empty object is valid for `settings`.
        if (field === 'settings' && status === 200) continue;
        expect({ field, value, status, code: body.code }).toEqual({
          field,
          value,
          status: 400,
          code: 'request.invalid',
        });
        if (field !== 'settings') expect(Object.keys(body.errors)).toEqual([field]);
      }
    }
  });

  it('rejects fields of Object.prototype', async () => {
    for (const name of ['toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', '__defineGetter__']) {
      const { body } = await send(call, { ...right, [name]: 'x' });

      const error = { code: 'request.invalid', errors: { [name]: `${name} is not a known field` } };
      expect({ name, body }).toMatchObject({ name, body: error });
    }
  });

  it('rejects bodies of another kind', async () => {
    const before = await contents();
    const fields = JSON.stringify(right).slice(1);

    for (const [text, expected] of [
      ['[]', 'request.invalid'],
      ['"x"', 'request.invalid'],
      ['1', 'request.invalid'],
      ['true', 'request.invalid'],
      ['{', 'request.malformed'],
      [`{"__proto__":{"x":1},${fields}`, 'request.malformed'],
      [`{"constructor":1,${fields}`, 'request.invalid'],
    ]) {
      const { status, body } = await admin[call[0]](call[1]).set('content-type', 'application/json').send(text);
      expect({ text, status, code: body.code }).toEqual({ text, status: 400, code: expected });
    }
    expect(await contents()).toEqual(before);
  });
});

/** All rows. */
const contents = async () => {
  const counts: Fields = {};
  for (const table of [...TABLES.split(', '), 'users']) {
    counts[table] = await api.database.query(`select md5(string_agg(row::text, ',')) as sum from ${table} row`);
  }
  return counts;
};

describe('the form for an upload', () => {
  it.each<[string, Record<string, string>, string]>([
    ['without a title', {}, 'Title is required'],
    ['with a price below 0', { title: 'x', selling_price: '-0.01' }, 'Selling price must be 0 or more'],
    [
      'with a price in letters',
      { title: 'x', selling_price: 'ten' },
      'Selling price must be a number with at most 2 decimals',
    ],
    [
      'with a price in hexadecimal',
      { title: 'x', selling_price: '0x10' },
      'Selling price must be a number with at most 2 decimals',
    ],
    [
      'with an infinite price',
      { title: 'x', selling_price: '1e999' },
      'Selling price must be a number with at most 2 decimals',
    ],
    ['with a gallery in full-width digits', { title: 'x', gallery_id: '１' }, 'Gallery is not valid'],
    ['with an invalid switch', { title: 'x', is_for_sale: 'yes' }, 'For sale must be true or false'],
  ])('is rejected %s', async (_, fields, message) => {
    const before = api.files();
    const image = await aJpeg({ width: 60, height: 40 });

    const { body } = await admin.post('/api/photos/upload').field(fields).attach('image', image, 'x.jpg').expect(400);

    expect(body).toMatchObject({ code: 'request.invalid', message });
    expect(await rowCount('photos')).toBe(0);
    expect(api.files()).toEqual(before);
  });

  it.each(['/api/photos/upload', '/api/admin/settings/background-image'])('requires a file at %s', async (path) => {
    const fields: Record<string, string> = path.startsWith('/api/photos') ? { title: 'x' } : {};

    const { body } = await admin
      .post(path)
      .set('content-type', FORM)
      .send(multipart(toParts(fields)))
      .expect(400);

    expect(body).toMatchObject({ code: 'image.missing', message: 'Please select an image file' });
  });

  it.each(['/api/photos/upload', '/api/admin/settings/background-image'])(
    'rejects a file beyond the limit at %s with the limit',
    async (path) => {
      const before = api.files();
      const form = admin.post(path).attach('image', Buffer.alloc(10 * 1024 * 1024 + 1), 'x.jpg');

      const { body } = await form.expect(413);

      expect(body.message).toBe('Image size must be less than 10MB');
      expect(api.files()).toEqual(before);
    },
  );
});

const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const toParts = (fields: Record<string, string>) =>
  Object.entries(fields).map(([name, content]) => ({ name, content }));
