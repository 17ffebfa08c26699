import '@testing-library/jest-dom/jest-globals';
import { afterEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aPhoto, aPosition } from '../../../test/fixtures.ts';
import { hideFromVisitors, refetchAll, respondWith, renderAt } from '../../../test/render-page.tsx';
import { addressOf, ParamsContext, useNavigation } from '../../app/router/navigation.ts';
import { Toasts } from '../../app/layout/toasts.tsx';
import { findPage } from '../../routes.tsx';
import { PhotoPage } from './photo-page.tsx';

const photos = [1, 2, 3].map((id) => aPhoto({ id, title: `Photo ${id}` }));

/** The photo pages with the browser's history. */
function Here() {
  const { location, back } = useNavigation();
  const address = addressOf(location);
  return (
    <ParamsContext value={findPage(address).params}>
      <output aria-label="Address">{address}</output>
      <button onClick={back}>Browser back</button>
      <PhotoPage Comments={() => null} NextGallery={() => null} />
      <Toasts />
    </ParamsContext>
  );
}

const respond = (shown = photos) =>
  respondWith({
    ...Object.fromEntries(
      shown.map(({ id }) => [`/galleries/slack-water/photos/${id}/neighbours`, aPosition(shown, id)]),
    ),
    ...Object.fromEntries(shown.map((photo) => [`/photos/${photo.id}`, { photo }])),
  });

async function open(isHidden = false) {
  respond(isHidden ? photos.map((photo) => ({ ...photo, version: '"v"' })) : photos);
  if (isHidden) hideFromVisitors();
  const rendered = renderAt('/photo/1?gallery=slack-water', <Here />);
  await screen.findByText('1 of 3');
  return rendered;
}

const address = () => screen.getByRole('status', { name: 'Address' }).textContent;
const view = (title: string) => screen.getByRole('button', { name: `View full screen: ${title}` });
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());

afterEach(() => localStorage.clear());

describe('the picture', () => {
  afterEach(() => void Reflect.deleteProperty(window, 'visualViewport'));

  it.each([
    ['leaves touches to a page that was pinch-zoomed before it opens', 2, 'auto'],
    ['handles touches of a page at its normal size', 1, ''],
  ])('%s', async (_does, scale, touchAction) => {
    const value = Object.assign(new EventTarget(), { scale });
    Object.defineProperty(window, 'visualViewport', { configurable: true, value });
    await open();

    expect(view('Photo 1').parentElement!.style.touchAction).toBe(touchAction);
  });
});

describe('the viewer', () => {
  it('opens from the picture and returns the focus', async () => {
    const user = userEvent.setup();
    await open();

    await user.click(view('Photo 1'));
    expect(await screen.findByRole('dialog', { name: /, Photo 1$/ })).toBeVisible();
    await user.keyboard('{Escape}');

    await gone();
    expect(view('Photo 1')).toHaveFocus();
  });

  it('closes by Back, on the same page', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(view('Photo 1'));
    await screen.findByRole('dialog');

    await user.click(screen.getByText('Browser back'));

    await gone();
    expect(address()).toBe('/photo/1?gallery=slack-water');
    expect(screen.getByRole('heading', { level: 1, name: 'Photo 1' })).toBeVisible();
  });

  it('turns through the gallery, and closes on the photo seen last', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(view('Photo 1'));
    await screen.findByRole('dialog');

    await user.keyboard('{ArrowRight}');
    await screen.findByRole('dialog', { name: /, Photo 2$/ });
    expect(address()).toBe('/photo/2?gallery=slack-water');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Next photo' })).not.toHaveAttribute('aria-disabled'),
    );
    await user.click(screen.getByRole('button', { name: 'Next photo' }));
    await screen.findByRole('dialog', { name: /, Photo 3$/ });

    await user.click(screen.getByRole('button', { name: 'Close' }));
    await gone();
    expect(address()).toBe('/photo/3?gallery=slack-water');
    expect(screen.getByRole('heading', { level: 1, name: 'Photo 3' })).toBeVisible();
    await waitFor(() => expect(view('Photo 3')).toHaveFocus());

    await user.keyboard('{ArrowLeft}');
    expect(await screen.findByRole('heading', { level: 1, name: 'Photo 2' })).toBeVisible();
    expect(address()).toBe('/photo/2?gallery=slack-water');
  });

  it('turns to a photo hidden from visitors, which says so, and stays when it is refetched', async () => {
    localStorage.setItem('token', 'good');
    const user = userEvent.setup();
    const { client } = await open(true);
    await user.click(view('Photo 1'));
    await screen.findByRole('dialog');

    await user.keyboard('{ArrowRight}');
    const viewer = await screen.findByRole('dialog', { name: /, Photo 2$/ });
    expect(screen.getByText('Not public')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    await refetchAll(client);

    expect(screen.getByRole('dialog')).toBe(viewer);
    expect(screen.getByText('Not public')).toBeInTheDocument();
  });

  it('names the gallery of the address, also one that visitors do not see', async () => {
    const position = { ...aPosition(photos, 1), gallery: { id: 2, title: 'Drafts', slug: 'drafts' } };
    respondWith({ '/photos/1': { photo: photos[0] }, '/galleries/drafts/photos/1/neighbours': position });
    renderAt('/photo/1?gallery=drafts', <Here />);
    await screen.findByText('1 of 3');

    await userEvent.click(view('Photo 1'));
    await screen.findByRole('dialog');
    await userEvent.keyboard('i');

    const information = await screen.findByRole('region', { name: 'Information' });
    expect(within(information).getByText('Drafts')).toBeVisible();
  });

  it('closes when its photo is unpublished, and stays closed when it returns', async () => {
    const user = userEvent.setup();
    const { client } = await open();
    await user.click(view('Photo 1'));
    await screen.findByRole('dialog');

    respond([]);
    await refetchAll(client);
    expect(await screen.findByRole('heading', { name: 'Photo not found' })).toBeVisible();
    respond();
    await refetchAll(client);

    expect(await screen.findByRole('heading', { level: 1, name: 'Photo 1' })).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(address()).toBe('/photo/1?gallery=slack-water');
  });

  it('opens once after two taps while its code loads', async () => {
    const user = userEvent.setup();
    await open();
    const picture = view('Photo 1');
    act(() => {
      picture.click();
      picture.click();
    });
    await screen.findByRole('dialog');

    await user.keyboard('{Escape}');

    await gone();
  });
});

describe('Share', () => {
  const offer = (name: 'share' | 'clipboard', value: unknown) =>
    Object.defineProperty(navigator, name, { configurable: true, value });
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
    Reflect.deleteProperty(document, 'execCommand');
  });

  it('shares the canonical address', async () => {
    const shared: unknown[] = [];
    const user = userEvent.setup();
    await open();
    offer('share', async (what: unknown) => void shared.push(what));

    await user.click(screen.getByRole('button', { name: 'Share' }));

    expect(shared).toEqual([
      { title: 'Photo 1', text: 'Before the boats came in.', url: `${location.origin}/photo/1` },
    ]);
    expect(screen.queryByText('Link copied to clipboard!')).not.toBeInTheDocument();
  });

  it('shows a toast after copying the link', async () => {
    const user = userEvent.setup();
    await open();

    await user.click(screen.getByRole('button', { name: 'Share' }));

    expect(await screen.findByText('Link copied to clipboard!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/photo/1`);
  });

  it('shows the link when it can neither share nor copy', async () => {
    const user = userEvent.setup();
    await open();
    offer('clipboard', undefined);
    Object.assign(document, { execCommand: () => false });

    await user.click(screen.getByRole('button', { name: 'Share' }));

    const link = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Link to this photo' });
    expect(link).toHaveValue(`${location.origin}/photo/1`);
    expect([link.selectionStart, link.selectionEnd]).toEqual([0, link.value.length]);
  });

  it('shows its toast in the viewer', async () => {
    const user = userEvent.setup();
    await open();
    await user.click(view('Photo 1'));
    const viewer = await screen.findByRole('dialog');

    await user.click(screen.getAllByRole('button', { name: 'Share' }).find((button) => viewer.contains(button))!);

    await waitFor(() => expect(viewer).toHaveTextContent('Link copied to clipboard!'));

    // Once per click.
    const said = () => within(viewer).getAllByText('Link copied to clipboard!').length;
    const before = said();
    await user.click(within(viewer).getByRole('button', { name: 'Share' }));
    await waitFor(() => expect(said()).toBe(before + 1));
  });
});
