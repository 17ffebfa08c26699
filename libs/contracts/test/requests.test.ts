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

describe('a comment', () => {
  const right = { photo_id: 1, author_name: 'Zoë', author_email: 'zoe@example.com', content: 'Lovely' };

  it.each(['Zoë Ågren', 'Jean-Luc Picard Jr.', '王小明', 'محمد', 'Ève 2', 'Ἀριστοτέλης'])(
    'may be by %s',
    (author_name) => {
      expect(faults(PostComment, { ...right, author_name })).toEqual({});
    },
  );

  it.each(['a@b.example', 'first.last+tag@sub.example.org'])('may come from %s', (author_email) => {
    expect(faults(PostComment, { ...right, author_email })).toEqual({});
  });

  it.each(['a', 'a@b', '@b.example', 'a@b..example', 'a b@c.example', 'a@-b.example', 'a@b.example\n'])(
    'may not come from %j',
    (author_email) => {
      expect(faults(PostComment, { ...right, author_email })).toEqual({ author_email: 'Invalid email address' });
    },
  );

  it('says each message of its rules', () => {
    expect(faults(PostComment, {})).toEqual({
      author_name: 'Name is required',
      author_email: 'Email is required',
      content: 'Comment is required',
      photo_id: 'Photo is not valid',
    });
    expect(Object.values(faults(PostComment, {}))[0]).toBe('Name is required');
    expect(faults(PostComment, { ...right, author_name: 'x'.repeat(256) })).toEqual({
      author_name: 'Name is too long',
    });
    expect(faults(PostComment, { ...right, author_name: 'Z!' })).toEqual({
      author_name: 'Name contains invalid characters',
    });
    expect(faults(PostComment, { ...right, content: 'no' })).toEqual({ content: 'Comment is too short' });
    expect(faults(PostComment, { ...right, content: 'x'.repeat(1001) })).toEqual({
      content: 'Comment is too long (max 1000 characters)',
    });
  });

  it('holds 3 to 1000 characters as a person counts them', () => {
    expect(faults(PostComment, { ...right, content: 'abc' })).toEqual({});
    expect(faults(PostComment, { ...right, content: '👩‍🎨'.repeat(1000) })).toEqual({});
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
  ])('may not be by %j', (author_name) => {
    expect(faults(PostComment, { ...right, author_name })).toHaveProperty('author_name');
  });

  it('needs more than white space, of whatever kind', () => {
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
      expect(faults(PostComment, { ...right, author_name: blank, content: blank })).toEqual({
        author_name: 'Name is required',
        content: 'Comment is required',
      });
    }
    expect(faults(PostComment, { ...right, content: '  ab \n' })).toEqual({ content: 'Comment is too short' });
  });

  it('cannot hold a NUL, which no database keeps', () => {
    expect(faults(PostComment, { ...right, content: 'abc\0' })).toHaveProperty('content');
  });
});

describe('a sign-in', () => {
  it('says what is missing', () => {
    expect(faults(SignIn, { email: '', password: '' })).toEqual({
      email: 'Email is required',
      password: 'Password is required',
    });
  });
});

describe('a gallery', () => {
  const right = { title: 'Slack Water', slug: 'slack-water', photo_ids: [2, 1] };

  it('is accepted with title, address and photos', () => {
    expect(faults(SaveGallery, right)).toEqual({});
  });

  it.each([[['1']], [[0]], [[1.5]], [[1, null]]])('is refused with what is no photo in %j', (photo_ids) => {
    expect(faults(SaveGallery, { ...right, photo_ids })).toEqual({
      photo_ids: 'One of the selected photos is not valid',
    });
  });

  it.each([[[]], ['1'], [undefined]])('is refused with the photos %j', (photo_ids) => {
    expect(faults(SaveGallery, { ...right, photo_ids })).toEqual({
      photo_ids: 'Please select at least one photo for the gallery',
    });
  });
});

describe('a photo', () => {
  it.each([0, 0.01, 0.29, 1.1, 12.5, 19.99, 99_999_999.99])('may cost %d', (selling_price) => {
    expect(faults(UploadPhoto, { title: 'x', selling_price })).toEqual({});
  });

  it.each([-0.01, 1.001, 0.005, 1e-7, 1e-320, Number.NaN, Infinity, 100_000_000, '5'])(
    'may not cost %p',
    (selling_price) => {
      expect(faults(UploadPhoto, { title: 'x', selling_price })).toHaveProperty('selling_price');
    },
  );
});

describe('a news item', () => {
  it('needs nothing', () => {
    expect(faults(SaveNewsItem, {})).toEqual({});
    expect(faults(SaveNewsItem, { headline: '', content: null, link: '' })).toEqual({});
  });

  it('has a link with http or https', () => {
    expect(faults(SaveNewsItem, { link: 'https://example.com/a?b#c' })).toEqual({});
    expect(faults(SaveNewsItem, { link: 'javascript:alert(1)//http://' })).toEqual({
      link: 'Please enter a valid URL starting with http:// or https://',
    });
  });
});
