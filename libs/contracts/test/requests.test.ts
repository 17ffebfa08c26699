import { describe, expect, it } from '@jest/globals';
import { characterCount, PostComment, SaveGallery, SaveNewsItem, SignIn, UploadPhoto } from '../src/index.ts';
import { faults } from './faults.ts';

describe('characterCount', () => {
  it.each([
    ['', 0],
    ['plain', 5],
    ['línea', 5],
    ['e\u0301', 1],
    ['👩‍🎨🇸🇪', 2],
    ['한국어', 3],
  ])('counts %j as %d', (text, count) => {
    expect(characterCount(text)).toBe(count);
  });
});

describe('PostComment', () => {
  const valid = { photo_id: 1, author_name: 'Zoë', author_email: 'zoe@example.com', content: 'Lovely' };

  it.each(['Zoë Ågren', 'Jean-Luc Picard Jr.', '王小明', 'محمد', 'Ève 2', 'Ἀριστοτέλης'])(
    'accepts the name %s',
    (author_name) => {
      expect(faults(PostComment, { ...valid, author_name })).toEqual({});
    },
  );

  it.each(['a@b.example', 'first.last+tag@sub.example.org'])('accepts the email %s', (author_email) => {
    expect(faults(PostComment, { ...valid, author_email })).toEqual({});
  });

  it('accepts an email of at most 255 characters', () => {
    const email = `zoe@${'sub.'.repeat(60)}example.org`;
    expect(email).toHaveLength(255);
    expect(faults(PostComment, { ...valid, author_email: email })).toEqual({});
    expect(faults(PostComment, { ...valid, author_email: `x${email}` })).toEqual({
      author_email: 'Invalid email address',
    });
  });

  it.each(['a', 'a@b', '@b.example', 'a@b..example', 'a b@c.example', 'a@-b.example', 'a@b.example\n'])(
    'rejects the email %j',
    (author_email) => {
      expect(faults(PostComment, { ...valid, author_email })).toEqual({ author_email: 'Invalid email address' });
    },
  );

  it('returns the message of each rule', () => {
    expect(faults(PostComment, {})).toEqual({
      author_name: 'Name is required',
      author_email: 'Email is required',
      content: 'Comment is required',
      photo_id: 'Photo is not valid',
    });
    expect(Object.values(faults(PostComment, {}))[0]).toBe('Name is required');
    expect(faults(PostComment, { ...valid, author_name: 'x'.repeat(256) })).toEqual({
      author_name: 'Name is too long',
    });
    expect(faults(PostComment, { ...valid, author_name: 'Z!' })).toEqual({
      author_name: 'Name contains invalid characters',
    });
    expect(faults(PostComment, { ...valid, content: 'no' })).toEqual({ content: 'Comment is too short' });
    expect(faults(PostComment, { ...valid, content: 'x'.repeat(1001) })).toEqual({
      content: 'Comment is too long (max 1000 characters)',
    });
  });

  it('accepts 3 to 1000 graphemes', () => {
    expect(faults(PostComment, { ...valid, content: 'abc' })).toEqual({});
    expect(faults(PostComment, { ...valid, content: '👩‍🎨'.repeat(1000) })).toEqual({});
  });

  it.each([
    'Zoë!',
    '<b>Zoë</b>',
    'Zoë_Å',
    'Zoë@home',
    "O'Brien",
    'Zoë, Jr.',
    '🎨',
    'a\u202eb',
    'a\u0000b',
    'a\u200bb',
    'a\nb',
    'a\tb',
    'a\u2028b',
  ])('rejects the name %j', (author_name) => {
    expect(faults(PostComment, { ...valid, author_name })).toHaveProperty('author_name');
  });

  it('rejects blank texts, of all kinds of white space', () => {
    for (const blank of [
      '   ',
      '\t\n',
      '\u00a0\u3000\u2003',
      '\ufeff',
      '\u200b\u200b\u200b',
      '\u2800\u2800\u2800',
      '\u3164\u115f\u1160',
      '\u00ad\u2060\u202e',
      '\u034f\ufe0f \u{e0041}',
    ]) {
      expect(faults(PostComment, { ...valid, author_name: blank, content: blank })).toEqual({
        author_name: 'Name is required',
        content: 'Comment is required',
      });
    }
    expect(faults(PostComment, { ...valid, content: '  ab \n' })).toEqual({ content: 'Comment is too short' });
  });

  it('rejects NUL, which PostgreSQL cannot store', () => {
    const message = 'Text must not contain a NUL character';
    expect(faults(PostComment, { ...valid, author_name: '\0', content: 'abc\0' })).toEqual({
      author_name: message,
      content: message,
    });
  });
});

describe('SignIn', () => {
  it('requires email and password', () => {
    expect(faults(SignIn, { email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
  });
});

describe('SaveGallery', () => {
  const valid = { title: 'Slack Water', slug: 'slack-water', photo_ids: [2, 1] };

  it('accepts title, slug and photos', () => {
    expect(faults(SaveGallery, valid)).toEqual({});
  });

  it.each([[['1']], [[0]], [[1.5]], [[1, null]]])('rejects the photo ids %j', (photo_ids) => {
    expect(faults(SaveGallery, { ...valid, photo_ids })).toEqual({
      photo_ids: 'One of the selected photos is not valid',
    });
  });

  it.each([[[]], ['1'], [undefined]])('rejects %j as an empty list of photos', (photo_ids) => {
    expect(faults(SaveGallery, { ...valid, photo_ids })).toEqual({
      photo_ids: 'Please select at least one photo for the gallery',
    });
  });
});

describe('UploadPhoto', () => {
  it.each([0, 0.01, 0.29, 1.1, 12.5, 19.99, 99_999_999.99])('accepts the price %d', (selling_price) => {
    expect(faults(UploadPhoto, { title: 'x', selling_price })).toEqual({});
  });

  it.each([-0.01, 1.001, 0.005, 1e-7, 1e-320, Number.NaN, Infinity, 100_000_000, '5'])(
    'rejects the price %p',
    (selling_price) => {
      expect(faults(UploadPhoto, { title: 'x', selling_price })).toHaveProperty('selling_price');
    },
  );
});

describe('SaveNewsItem', () => {
  it('accepts an empty request', () => {
    expect(faults(SaveNewsItem, {})).toEqual({});
    expect(faults(SaveNewsItem, { headline: '', content: null, link: '' })).toEqual({});
  });

  it('accepts only http and https links', () => {
    for (const link of ['https://example.com/a?b#c', 'HTTPS://EXAMPLE.COM/BOOK']) {
      expect(faults(SaveNewsItem, { link })).toEqual({});
    }
    for (const link of ['javascript:alert(1)//http://', 'javascript:alert(1)\nhttps://example.com']) {
      expect(faults(SaveNewsItem, { link })).toEqual({
        link: 'Please enter a valid URL starting with http:// or https://',
      });
    }
  });
  it('rejects times of days that do not exist', () => {
    expect(faults(SaveNewsItem, { publish_at: '2028-02-29T10:00Z' })).toEqual({});
    for (const publish_at of ['2026-02-29T10:00Z', '2026-02-31T10:00:00+02:00']) {
      expect(faults(SaveNewsItem, { publish_at })).toEqual({ publish_at: 'Publish at must be a date and time' });
    }
  });
});
