import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { aPhoto, aPlace } from '../../../test/fixtures.ts';
import { answerWith, renderAt } from '../../../test/render-page.tsx';
import { PhotoPage } from './photo-page.tsx';

const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));

const open = (address: string, answers: Record<string, unknown> = {}) => {
  const asked = answerWith({
    ...Object.fromEntries(
      photos.map(({ id }) => [`/galleries/slack-water/photos/${id}/neighbours`, aPlace(photos, id)]),
    ),
    ...Object.fromEntries(photos.map((photo) => [`/photos/${photo.id}`, { photo }])),
    ...answers,
  });
  renderAt(address, <PhotoPage comments={(id) => <p>Comments on {id}</p>} />);
  return asked;
};

describe('PhotoPage', () => {
  it('shows the photo and all there is to say about it', async () => {
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], is_for_sale: true, selling_price: 1250 } } });

    expect(await screen.findByRole('heading', { level: 1, name: 'Photo 1' })).toBeVisible();
    expect(screen.getByRole('img', { name: 'Photo 1' })).toHaveAttribute('fetchpriority', 'high');
    expect(screen.getByText('Before the boats came in.')).toBeVisible();
    expect(screen.getByText('March 2, 2026')).toBeVisible();
    expect(screen.getByText('$1,250.00')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Slack Water' })).toHaveAttribute('href', '/gallery/slack-water');
    expect(screen.getByText('Comments on 1')).toBeVisible();
  });

  it('leads to its neighbours in the gallery that it was opened from', async () => {
    open('/photo/2?gallery=slack-water');

    expect(await screen.findByRole('link', { name: /Previous.*Photo 1/ })).toHaveAttribute(
      'href',
      '/photo/1?gallery=slack-water',
    );
    expect(screen.getByRole('link', { name: /Next.*Photo 3/ })).toBeVisible();
    expect(screen.getByText('2 of 3')).toBeVisible();
  });

  it('ends where the gallery ends', async () => {
    open('/photo/3?gallery=slack-water');

    await screen.findByRole('link', { name: /Previous.*Photo 2/ });
    expect(screen.queryByRole('link', { name: /Next/ })).not.toBeInTheDocument();
  });

  it('has no neighbours when it was opened by itself', async () => {
    open('/photo/2');

    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByText('2 of 3')).not.toBeInTheDocument();
  });

  it('says so when there is no such photo', async () => {
    open('/photo/9');
    expect(await screen.findByRole('heading', { name: 'Photo not found' })).toBeVisible();
  });

  it('asks nobody for a photo whose number is none', () => {
    const asked = open('/photo/pier');

    expect(screen.getByRole('heading', { name: 'Photo not found' })).toBeVisible();
    expect(asked).not.toContainEqual(expect.stringMatching('/photos/'));
  });
});
