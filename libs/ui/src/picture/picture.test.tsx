import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import type { PictureView, RenditionFormat } from '@portfolio/contracts';
import { render, screen } from '@testing-library/react';
import { Picture } from './picture.tsx';

const renditions = (format: RenditionFormat) =>
  [320, 640, 1080].map((width) => ({ format, width, height: (width * 2) / 3, url: `/media/${width}.${format}` }));

const picture: PictureView = {
  title: 'Harbour',
  alt_text: 'Boats in fog',
  width: 3000,
  height: 2000,
  focus_x: 0.5,
  focus_y: 0.3,
  placeholder: 'HygGrZaId4iAiHiIiKiIiIiAiAiI',
  renditions: [...renditions('avif'), ...renditions('webp'), ...renditions('jpeg')],
};

describe('Picture', () => {
  it('offers every format in every width, the best format first', () => {
    const { container } = render(<Picture picture={picture} sizes="50vw" loading="eager" />);

    const sources = [...container.querySelectorAll('source')];
    expect(sources.map((source) => source.type)).toEqual(['image/avif', 'image/webp']);
    expect(sources[0]?.srcset).toBe('/media/320.avif 320w, /media/640.avif 640w, /media/1080.avif 1080w');
    expect(sources[0]).toHaveAttribute('sizes', '50vw');
    const image = screen.getByRole('img');
    expect(image).toHaveAttribute('srcset', '/media/320.jpeg 320w, /media/640.jpeg 640w, /media/1080.jpeg 1080w');
    expect(image).toHaveAttribute('src', '/media/640.jpeg');
  });

  it('reserves its space and shows its placeholder while loading', () => {
    const { container } = render(<Picture picture={picture} sizes="50vw" />);

    expect(screen.getByRole('img')).toHaveAttribute('width', '3000');
    expect(screen.getByRole('img')).toHaveAttribute('height', '2000');
    expect(container.querySelector('picture')?.style.backgroundImage).toMatch(/^url\(.*data:image\/bmp;base64,/);
  });

  it('hands its focal point to the styles that crop it', () => {
    const { container } = render(<Picture picture={picture} sizes="50vw" />);

    const { style } = container.querySelector('picture')!;
    expect([style.getPropertyValue('--focus-x'), style.getPropertyValue('--focus-y')]).toEqual(['0.5', '0.3']);
  });

  it('has its alternative text as name, or its title without one', () => {
    render(<Picture picture={picture} sizes="50vw" />);
    expect(screen.getByRole('img', { name: 'Boats in fog' })).toBeVisible();

    render(<Picture picture={{ ...picture, alt_text: null }} sizes="50vw" />);
    expect(screen.getByRole('img', { name: 'Harbour' })).toBeVisible();
  });

  it('loads lazily unless it has priority', () => {
    const { rerender } = render(<Picture picture={picture} sizes="50vw" />);
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'lazy');
    expect(screen.getByRole('img')).toHaveAttribute('sizes', '50vw');

    rerender(<Picture picture={picture} sizes="50vw" priority />);
    expect(screen.getByRole('img')).toHaveAttribute('loading', 'eager');
    expect(screen.getByRole('img')).toHaveAttribute('fetchpriority', 'high');
  });

  it('adds no preload link in the browser (only on the server)', () => {
    render(<Picture picture={picture} sizes="50vw" priority />);

    expect(document.head.querySelector('link[rel=preload]')).toBeNull();
  });

  it('fades in on load unless it has priority', () => {
    render(<Picture picture={{ ...picture, alt_text: 'Main' }} sizes="50vw" priority />);
    expect(screen.getByRole('img', { name: 'Main' })).not.toHaveAttribute('data-loading');

    render(<Picture picture={picture} sizes="50vw" />);
    const late = screen.getByRole('img', { name: 'Boats in fog' });
    expect(late).toHaveAttribute('data-loading');

    late.dispatchEvent(new Event('load'));
    expect(late).not.toHaveAttribute('data-loading');
  });

  it('renders nothing without renditions', () => {
    const { container } = render(<Picture picture={{ ...picture, renditions: [] }} sizes="50vw" />);

    expect(container).toBeEmptyDOMElement();
  });

  it('renders with one format and without dimensions', () => {
    render(
      <Picture
        picture={{ ...picture, width: null, height: null, placeholder: null, renditions: renditions('jpeg') }}
        sizes="50vw"
      />,
    );

    expect(screen.getByRole('img')).toHaveAttribute('width', '1080');
    expect(document.querySelector('source')).toBeNull();
  });
});
