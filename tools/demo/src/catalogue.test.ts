import { describe, expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import sharp from 'sharp';
import { comments, galleries, newsItem, pictureFileOf, pieces } from './catalogue.ts';

describe('the catalogue', () => {
  it('has three galleries and twelve pieces', () => {
    expect(galleries).toHaveLength(3);
    expect(pieces).toHaveLength(12);
  });

  it('never uses a title or a slug twice', () => {
    expect(new Set(galleries.map(({ slug }) => slug)).size).toBe(galleries.length);
    expect(new Set([...galleries, ...pieces].map(({ title }) => title)).size).toBe(galleries.length + pieces.length);
    for (const { slug } of galleries) expect(slug).toMatch(/^[a-z0-9-]+$/);
  });

  it.each(pieces)('$title is large enough to print and small enough to upload', async (piece) => {
    const { width, height } = await sharp(pictureFileOf(piece)).metadata();

    expect(width).toBeGreaterThanOrEqual(2400);
    expect(width * height).toBeLessThanOrEqual(100_000_000);
  });

  it.each(pieces)('$title is a progressive sRGB JPEG with a profile and nothing else', async (piece) => {
    const { format, space, isProgressive, hasProfile, exif, xmp } = await sharp(pictureFileOf(piece)).metadata();

    expect({ format, space, isProgressive, hasProfile, exif, xmp }).toEqual({
      format: 'jpeg',
      space: 'srgb',
      isProgressive: true,
      hasProfile: true,
    });
  });

  it('has a licence and one picture for each piece, of at most 6 MB in all', () => {
    const files = pieces.map(pictureFileOf);

    expect(readdirSync(dirname(files[0]!)).sort()).toEqual(['LICENSE', ...files.map((file) => basename(file))].sort());
    expect(files.reduce((bytes, file) => bytes + statSync(file).size, 0)).toBeLessThanOrEqual(6_000_000);
  });

  it.each(pieces)('$title has an alternative text other than its title', ({ title, description, altText }) => {
    expect(description.length).toBeGreaterThan(20);
    expect(altText.length).toBeGreaterThan(20);
    expect(altText).not.toBe(title);
  });

  it('varies the shape of the pieces', async () => {
    const sizes = await Promise.all(pieces.map((piece) => sharp(pictureFileOf(piece)).metadata()));

    expect(new Set(sizes.map(({ width, height }) => (width / height).toFixed(2))).size).toBeGreaterThanOrEqual(6);
  });

  it('offers exactly two pieces for sale', () => {
    expect(pieces.flatMap(({ sellingPrice }) => sellingPrice ?? [])).toEqual([1250, 480]);
  });

  it('has five comments on three pieces that exist', () => {
    const titles = pieces.map(({ title }) => title);

    expect(comments).toHaveLength(5);
    expect(new Set(comments.map(({ piece }) => piece)).size).toBe(3);
    for (const { piece, author_name, author_email, content } of comments) {
      expect(titles).toContain(piece);
      expect(author_name).toMatch(/^[A-Za-z]+ [A-Za-z]+$/);
      expect(author_email).toMatch(/^[a-z.]+@example\.(com|org)$/);
      expect(content.length).toBeGreaterThanOrEqual(3);
      expect(content.length).toBeLessThanOrEqual(1000);
    }
  });

  it('has one item of news with a link', () => {
    expect(newsItem.headline).not.toBe('');
    expect(newsItem.content.length).toBeGreaterThanOrEqual(3);
    expect(newsItem.link).toMatch(/^https:\/\/example\.com\//);
  });
});
