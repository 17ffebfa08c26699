import '@testing-library/jest-dom/jest-globals';
import { Api, photoNeighboursQuery } from '@portfolio/api-client';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aPhoto, aPosition, someSettings } from '../../../test/fixtures.ts';
import {
  respondWith,
  refetchAll,
  hideFromVisitors,
  renderAt,
  type CannedResponses,
} from '../../../test/render-page.tsx';
import { FormStateContext } from '../../app/forms/form-state.ts';
import { addressOf, ParamsContext, useRouteLocation } from '../../app/router/navigation.ts';
import { PageLink } from '../../app/router/page-link.tsx';
import { findPage } from '../../routes.tsx';
import { PhotoPage } from './photo-page.tsx';

const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));

const FakeComments = ({ photoId }: { photoId: number }) => (
  <>
    <p>Comments on {photoId}</p>
    <textarea aria-label="Comment" />
  </>
);

/** The page at the present address. */
function Here() {
  const location = useRouteLocation();
  const address = addressOf(location);
  return (
    <ParamsContext value={findPage(address).params}>
      <output aria-label="Address">{address}</output>
      <output aria-label="History">{location.type}</output>
      <PhotoPage Comments={FakeComments} NextGallery={({ slug }) => <p>After {slug}</p>} />
    </ParamsContext>
  );
}

const responses = (): CannedResponses => ({
  ...Object.fromEntries(
    photos.map(({ id }) => [`/galleries/slack-water/photos/${id}/neighbours`, aPosition(photos, id)]),
  ),
  ...Object.fromEntries(photos.map((photo) => [`/photos/${photo.id}`, { photo }])),
});

const open = (address: string, more: CannedResponses = {}) => {
  const given = { ...responses(), ...more };
  const requested = respondWith(given);
  const { client } = renderAt(address, <Here />);
  return { requested, given, client };
};

/** Photo 1 with a comment that the server returned. */
const openReturned = (given: CannedResponses) => {
  respondWith(given);
  const { client } = renderAt(
    '/photo/1',
    <FormStateContext value={{ form: 'comment', errors: {}, values: { content: 'I know.' } }}>
      <Here />
      <PageLink to="/photo/9">Photo 9</PageLink>
    </FormStateContext>,
  );
  return { given, client };
};

const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

afterEach(() => localStorage.clear());

describe('PhotoPage', () => {
  it('shows the photo and its facts', async () => {
    open('/photo/1');

    expect(await heading('Photo 1')).toBeVisible();
    expect(screen.getByRole('img', { name: 'Photo 1' })).toHaveAttribute('fetchpriority', 'high');
    expect(screen.getByRole('button', { name: 'View full screen: Photo 1' })).toBeVisible();
    expect(screen.getByText('Before the boats came in.')).toBeVisible();
    expect(screen.getByText('March 2, 2026')).toBeVisible();
    expect(screen.getByText('Slack Water')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to gallery' })).toHaveAttribute(
      'href',
      '/gallery/slack-water#photo-1',
    );
    expect(screen.getByText('Comments on 1')).toBeVisible();
  });

  it.each([
    [1250, '$1,250.00'],
    [0.5, '$0.50'],
    [null, 'Price on request'],
  ])('shows the price %p of a photo for sale', async (price, text) => {
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], is_for_sale: true, selling_price: price } } });

    expect(await screen.findByText(text)).toBeVisible();
  });

  it('shows no price of a photo that is not for sale, but the link to ask', async () => {
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], selling_price: 1250 } } });

    const ask = await screen.findByRole('link', { name: 'Ask about this photo' });
    expect(ask).toHaveAttribute('href', '/contact?photo=1');
    expect(screen.queryByText(/\$|on request/)).not.toBeInTheDocument();
  });

  it('has the order picture, neighbours, title, enquiry, share, comments', async () => {
    open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    const parts = [
      screen.getByRole('img', { name: 'Photo 2' }),
      screen.getByRole('link', { name: /Next/ }),
      screen.getByRole('heading', { level: 1 }),
      screen.getByRole('link', { name: 'Ask about this photo' }),
      screen.getByRole('button', { name: 'Share' }),
      screen.getByText('Comments on 2'),
    ];
    for (const [index, part] of parts.slice(1).entries()) {
      expect(parts[index]!.compareDocumentPosition(part)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    }
  });

  it('shows a notice for an unknown photo', async () => {
    open('/photo/9');

    expect(await heading('Photo not found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'View Galleries' })).toHaveAttribute('href', '/galleries');
  });

  it('sends no request for an invalid id', () => {
    const { requested } = open('/photo/pier');

    expect(screen.getByRole('heading', { name: 'Photo not found' })).toBeVisible();
    expect(requested).not.toContainEqual(expect.stringMatching('/photos/'));
  });

  it('offers Try Again after a failure', async () => {
    const { given } = open('/photo/1', { '/photos/1': 500 });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');

    given['/photos/1'] = responses()['/photos/1'];
    await userEvent.click(again);

    expect(await heading('Photo 1')).toBeVisible();
  });

  it('keeps the photo when a refetch fails', async () => {
    const { given, client } = open('/photo/1');
    await heading('Photo 1');

    given['/photos/1'] = 503;
    await refetchAll(client);

    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Photo 1');
  });

  it('shows capture date, place, camera and exposure, where the site does', async () => {
    const facts = {
      captured_at: '2026-03-01T23:50:00.000',
      place: 'Bergen',
      camera: null,
      lens: 'RF35mm F1.8',
      exposure: '1/250 s, f/8',
    };
    open('/photo/1', {
      '/photos/1': { photo: { ...photos[0], facts } },
      '/public/settings': someSettings({ timeZone: 'Asia/Tokyo' }),
    });
    await heading('Photo 1');

    const line = screen.getByText('Bergen').closest('p')!;
    // The camera's day, in any time zone.
    expect([...line.children].map(({ textContent }) => textContent)).toEqual([
      'March 1, 2026',
      'Bergen',
      'RF35mm F1.8',
      '1/250 s, f/8',
    ]);
  });

  it.each(['public', 'unlisted'] as const)('links the tags of a %s photo where they have pages', async (visibility) => {
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], visibility, tags: ['Low Tide'] } } });

    const isLink = (await screen.findByText('Low Tide')).getAttribute('href') === '/tags/low%20tide';
    expect(isLink).toBe(visibility === 'public');
  });

  it.each([
    ['public', 0, 1],
    ['unlisted', 0, 1],
    ['hidden', 1, 0],
  ] as const)(
    'says so and offers no Share where others do not see the photo: %s',
    async (visibility, badges, shares) => {
      open('/photo/1', { '/photos/1': { photo: { ...photos[0], visibility } } });
      await heading('Photo 1');

      expect(screen.queryAllByText('Not public')).toHaveLength(badges);
      expect(screen.queryAllByRole('button', { name: 'Share' })).toHaveLength(shares);
    },
  );

  it('shows facts with equal texts', async () => {
    const error = jest.spyOn(console, 'error').mockImplementation(() => {});
    const facts = { captured_at: null, place: null, camera: 'Leica Q2', lens: 'Leica Q2', exposure: null };
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], facts } } });
    await heading('Photo 1');

    expect(screen.getAllByText('Leica Q2')).toHaveLength(2);
    // React reports duplicate keys.
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  it.each([
    [503, 'Oops!'],
    [404, 'Photo not found'],
  ])('shows a returned comment below a page with status %d', async (status, title) => {
    openReturned({ '/photos/1': status });

    expect(await heading(title)).toBeVisible();
    expect(screen.getByLabelText('Comment')).toBeVisible();
  });

  it('retains the edits of a returned comment, and the focus, when the photo arrives', async () => {
    const { given, client } = openReturned({ '/photos/1': 503 });
    await userEvent.type(await screen.findByLabelText('Comment'), 'I know that pier.');

    given['/photos/1'] = responses()['/photos/1'];
    await refetchAll(client);

    expect(await heading('Photo 1')).toBeVisible();
    expect(screen.getByLabelText('Comment')).toHaveValue('I know that pier.');
    expect(screen.getByLabelText('Comment')).toHaveFocus();
  });

  it('shows no form below an unknown photo after the photo of a returned comment', async () => {
    openReturned({ '/photos/1': 503 });
    expect(await screen.findByLabelText('Comment')).toBeVisible();

    await userEvent.click(screen.getByRole('link', { name: 'Photo 9' }));

    expect(await heading('Photo not found')).toBeVisible();
    expect(screen.queryByLabelText('Comment')).not.toBeInTheDocument();
  });

  it('has the alternative text as description without a description', async () => {
    open('/photo/1', { '/photos/1': { photo: { ...photos[0], description: '', alt_text: 'A pier at dusk.' } } });
    await heading('Photo 1');

    const description = document.head.querySelector('meta[property="og:description"]');
    expect(description).toHaveAttribute('content', 'A pier at dusk.');
  });

  it('has no canonical address for a hidden photo', async () => {
    localStorage.setItem('token', 'good');
    respondWith(responses());
    hideFromVisitors();
    renderAt('/photo/1', <Here />);
    expect(await heading('Photo 1')).toBeVisible();

    expect(document.head.querySelector('link[rel="canonical"]')).toBeNull();
    expect(document.head.querySelector('meta[property^="og:"]')).toBeNull();
    expect(document.querySelector('script[type="application/ld+json"]')).toBeNull();
  });
});

describe('the links to the neighbours', () => {
  it('lead to the neighbours in the gallery of the address', async () => {
    open('/photo/2?gallery=slack-water');

    expect(await screen.findByRole('link', { name: /Previous.*Photo 1/ })).toHaveAttribute(
      'href',
      '/photo/1?gallery=slack-water',
    );
    expect(screen.getByRole('link', { name: /Next.*Photo 3/ })).toHaveAttribute('href', '/photo/3?gallery=slack-water');
    expect(screen.getByText('2 of 3')).toBeVisible();
  });

  it('end with the gallery', async () => {
    open('/photo/3?gallery=slack-water');

    await screen.findByRole('link', { name: /Previous.*Photo 2/ });
    expect(screen.queryByRole('link', { name: /Next/ })).not.toBeInTheDocument();
  });

  it('are followed by the next gallery after the last photo', async () => {
    open('/photo/3?gallery=slack-water');

    expect(await screen.findByText('After slack-water')).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}');
    await heading('Photo 2');
    expect(screen.queryByText('After slack-water')).not.toBeInTheDocument();
  });

  it('replace the history entry, so that Back leaves the photos', async () => {
    const user = userEvent.setup();
    open('/photo/1?gallery=slack-water');

    await user.click(await screen.findByRole('link', { name: /Next/ }));
    await heading('Photo 2');
    await user.keyboard('{ArrowRight}');
    await heading('Photo 3');

    expect(screen.getByRole('status', { name: 'History' })).toHaveTextContent('replace');
  });

  it('use the first gallery of the photo by default', async () => {
    open('/photo/2');

    expect(await screen.findByRole('link', { name: /Next/ })).toHaveAttribute('href', '/photo/3?gallery=slack-water');
  });

  it('use the first gallery of a photo that is not in the gallery of the address', async () => {
    open('/photo/2?gallery=harbours');

    expect(await screen.findByRole('link', { name: /Next/ })).toHaveAttribute('href', '/photo/3?gallery=slack-water');
  });

  it('are absent for a photo without a gallery', async () => {
    open('/photo/2', { '/photos/2': { photo: { ...photos[1], galleries: [] } } });

    await heading('Photo 2');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Back to gallery' })).not.toBeInTheDocument();
  });

  it('work by the keys ← and →', async () => {
    const user = userEvent.setup();
    open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    await user.keyboard('{ArrowRight}');
    expect(await heading('Photo 3')).toBeVisible();
    expect(address()).toBe('/photo/3?gallery=slack-water');

    await screen.findByText('3 of 3');
    await user.keyboard('{ArrowRight}');
    expect(address()).toBe('/photo/3?gallery=slack-water');

    await user.keyboard('{ArrowLeft}');
    expect(await heading('Photo 2')).toBeVisible();
  });

  it('turn by a key that is pressed before they are known', async () => {
    const user = userEvent.setup();
    let respond = (_: unknown): void => undefined;
    const response = new Promise((resolve) => (respond = resolve));
    open('/photo/1?gallery=slack-water', { '/galleries/slack-water/photos/2/neighbours': () => response });
    await screen.findByText('1 of 3');
    await user.keyboard('{ArrowRight}');
    await heading('Photo 2');

    await user.keyboard('{ArrowRight}');
    respond(aPosition(photos, 2));

    expect(await heading('Photo 3')).toBeVisible();
    await screen.findByText('3 of 3');
    expect(address()).toBe('/photo/3?gallery=slack-water');
  });

  it('leave the keys to fields and to browser shortcuts', async () => {
    const user = userEvent.setup();
    open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    await user.type(screen.getByLabelText('Comment'), 'Fine{ArrowLeft}');
    (document.activeElement as HTMLElement).blur();
    await user.keyboard('{Alt>}{ArrowLeft}{/Alt}{Control>}{ArrowRight}{/Control}{Shift>}{ArrowRight}{/Shift}');

    expect(address()).toBe('/photo/2?gallery=slack-water');
  });

  it('ignore events without a key, as of autofill', async () => {
    open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    fireEvent(screen.getByLabelText('Comment'), new Event('keydown', { bubbles: true }));
    fireEvent(document.body, new Event('keydown', { bubbles: true }));

    expect(address()).toBe('/photo/2?gallery=slack-water');
  });

  it('render a neighbour without a request', async () => {
    const { requested } = open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    await userEvent.keyboard('{ArrowRight}');
    await heading('Photo 3');

    expect(requested).not.toContain('/photos/3');
  });

  it('render the latest data of a neighbour', async () => {
    const { given, client } = open('/photo/2?gallery=slack-water');
    await screen.findByText('2 of 3');

    const renamed = photos.with(2, { ...photos[2]!, title: 'Evening' });
    given['/galleries/slack-water/photos/2/neighbours'] = aPosition(renamed, 2);
    const { queryKey } = photoNeighboursQuery(new Api(), 'slack-water', 2);
    await act(() => client.refetchQueries({ queryKey }));
    await userEvent.keyboard('{ArrowRight}');

    expect(await heading('Evening')).toBeVisible();
  });

  it('preload the pictures of the neighbours on hover', async () => {
    open('/photo/2?gallery=slack-water');
    const next = await screen.findByRole('link', { name: /Next/ });
    const pictures = () => screen.getAllByRole('img', { hidden: true }).map((image) => image.getAttribute('alt'));
    expect(pictures()).toEqual(['Photo 2']);

    await userEvent.hover(next);

    await waitFor(() => expect(pictures()).toEqual(['Photo 2', 'Photo 1', 'Photo 3']));
  });
});
