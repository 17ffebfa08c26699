import '@testing-library/jest-dom/jest-globals';
import { Api, galleryQuery, photoQuery } from '@portfolio/api-client';
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { QueryKey } from '@tanstack/react-query';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aGallery, aPhoto } from '../../../../test/fixtures.ts';
import {
  control,
  dialog,
  load,
  openViewer,
  percent,
  pictures,
  pointer,
  setUpLayout,
  shownPhoto,
  stage,
  tap,
  withReducedMotion,
} from '../../../../test/open-viewer.tsx';
import { photosFrom } from '../../../app/data/use-load-more.ts';
import { IDLE_MS } from './use-idle.ts';

setUpLayout();

describe('the viewer', () => {
  it('shows the photo, its title and its position, with the focus on the dialog', async () => {
    await openViewer();

    expect(screen.getByRole('dialog', { name: 'Photo 2 of 3, Photo 2' })).toHaveAttribute('open');
    expect(screen.getByRole('img', { name: 'Photo 2' })).toBeVisible();
    expect(screen.getByText('Photo 2', { ignore: '[role=status] *' })).toBeVisible();
    expect(percent()).toBe('100%');
    expect(dialog()).toHaveFocus();
  });

  it('has no way to turn without a gallery', async () => {
    await openViewer({ inGallery: false });

    expect(screen.getByRole('dialog', { name: 'Photo 2' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /photo|slideshow/ })).not.toBeInTheDocument();
  });

  it('closes by Close and Escape', async () => {
    const user = userEvent.setup();
    const { onClose } = await openViewer();

    await user.click(control('Close'));
    expect(onClose).toHaveBeenCalledTimes(1);
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(2);
  });

  it('traps the focus', async () => {
    const user = userEvent.setup();
    await openViewer();

    const visited: (string | null)[] = [];
    for (let times = 0; times < 11; times += 1) {
      await user.tab();
      visited.push(document.activeElement?.getAttribute('title') ?? document.activeElement?.textContent ?? null);
    }

    expect(visited).toEqual([
      ...['Start slideshow', 'Information', 'Share', 'Close', 'Previous photo', 'Next photo'],
      ...['Zoom out', 'Zoom in', 'Reset zoom', 'Start slideshow', 'Information'],
    ]);
  });

  it('shows a failure of the picture, and retries', async () => {
    await openViewer();
    const broken = pictures()[0]!;

    fireEvent.error(broken);
    expect(screen.getByRole('alert')).toHaveTextContent('The picture could not be loaded.');
    await userEvent.click(control('Try Again'));

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(pictures()[0]).not.toBe(broken);
    expect(dialog()).toHaveFocus();
  });

  it('shows the failure of each neighbour, until it is loaded', async () => {
    withReducedMotion();
    await openViewer();
    await load();
    const pictureOf = (name: string) => screen.getByAltText(name);
    for (const name of ['Photo 1', 'Photo 3']) fireEvent.error(pictureOf(name));

    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('alert')).toHaveTextContent('The picture could not be loaded.');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    fireEvent.load(pictureOf('Photo 3'));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the facts by I', async () => {
    await openViewer();
    expect(screen.queryByRole('region', { name: 'Information' })).not.toBeInTheDocument();

    await userEvent.keyboard('i');

    const information = screen.getByRole('region', { name: 'Information' });
    const facts = within(information);
    expect(facts.getByText('Before the boats came in.')).toBeVisible();
    expect(facts.getByText('March 2, 2026')).toBeVisible();
    expect(facts.getByText('Slack Water')).toBeVisible();
    expect(facts.getByText('Canon EOS R5')).toBeVisible();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(information.scrollTop).toBe(40);
    expect(control('Information')).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(control('Information'));
    expect(screen.queryByRole('region', { name: 'Information' })).not.toBeInTheDocument();
  });

  it('fills the screen by F, and leaves full screen with the viewer', async () => {
    // Not the document, which would cover the dialog.
    const request = jest.fn(async function (this: Element) {
      if (dialog().contains(this) && this !== dialog()) Object.assign(document, { fullscreenElement: this });
    });
    const exit = jest.fn(async () => undefined);
    Object.assign(HTMLElement.prototype, { requestFullscreen: request });
    Object.assign(document, { fullscreenEnabled: true, fullscreenElement: null, exitFullscreen: exit });
    const { unmount } = await openViewer();

    await userEvent.keyboard('f');
    fireEvent(document, new Event('fullscreenchange'));

    expect(request).toHaveBeenCalledTimes(1);
    expect(control('Full screen')).toHaveAttribute('aria-pressed', 'true');
    unmount();
    expect(exit).toHaveBeenCalledTimes(1);
    Object.assign(document, { fullscreenEnabled: false, fullscreenElement: null });
  });
});

describe('its controls', () => {
  const isHidden = () => dialog().hasAttribute('data-idle');
  const rest = () => act(() => jest.advanceTimersByTime(IDLE_MS));

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });
  });

  it.each([
    ['a key', () => fireEvent.keyDown(document, { key: 'Tab' })],
    ['a turn of the wheel', () => fireEvent.wheel(dialog(), { deltaY: -1 })],
    ['a movement of the mouse', () => pointer('pointermove', 9, 5, 5, 0, 'mouse')],
  ])('fade after two seconds of rest, and return by %s', async (_name, wake) => {
    await openViewer();
    expect(isHidden()).toBe(false);

    rest();
    expect(isHidden()).toBe(true);

    wake();
    expect(isHidden()).toBe(false);
    rest();
    expect(isHidden()).toBe(true);
  });

  it('return by a tap, and fade by another', async () => {
    const { onClose } = await openViewer();
    rest();

    tap(400, 300, 1_000);
    act(() => jest.advanceTimersByTime(400));
    expect(isHidden()).toBe(false);
    tap(400, 300, 3_000);
    act(() => jest.advanceTimersByTime(400));

    expect(isHidden()).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stay for two seconds after a press', async () => {
    await openViewer();
    const wait = () => act(() => jest.advanceTimersByTime(IDLE_MS - 500));

    wait();
    pointer('pointerdown', 1, 400, 590, 0, 'touch', control('Zoom in'));
    wait();
    expect(isHidden()).toBe(false);
    pointer('pointerdown', 2, 400, 300, 0);
    wait();
    expect(isHidden()).toBe(true);
  });

  it('stay with the information', async () => {
    await openViewer();
    fireEvent.keyDown(document, { key: 'i' });

    rest();

    expect(isHidden()).toBe(false);
  });

  it('stay with the information, where a tap beside the picture closes', async () => {
    const { onClose } = await openViewer();
    fireEvent.keyDown(document, { key: 'i' });
    rest();

    tap(400, 60, 1_000);
    act(() => jest.advanceTimersByTime(400));

    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

describe('turning', () => {
  it('goes by buttons and keys, up to the ends of the gallery', async () => {
    const user = userEvent.setup();
    const { onTurn } = await openViewer();

    await user.click(control('Next photo'));
    await screen.findByText('3 of 3');
    expect(control('Next photo')).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowRight}');
    await user.keyboard('{ArrowLeft}');
    await screen.findByText('2 of 3');
    expect(onTurn.mock.calls.map(([{ id }]) => id)).toEqual([3, 2]);
  });

  it('jumps to the ends by Home and End, also before the list is loaded', async () => {
    const user = userEvent.setup();
    const { requested } = await openViewer({ count: 5, at: 3 });
    expect(requested).not.toContain('/galleries/slack-water?limit=60');

    await user.keyboard('{End}');
    await waitFor(() => expect(shownPhoto()).toBe('Photo 5 of 5, Photo 5'));
    await user.keyboard('{Home}');
    await waitFor(() => expect(shownPhoto()).toBe('Photo 1 of 5, Photo 1'));
  });

  it('caches a photo of the list as stale, also one that its page has not found', async () => {
    const { client } = await openViewer({ count: 5, at: 3 });
    const { queryKey: first } = photoQuery(new Api(), 1);
    const { queryKey: last } = photoQuery(new Api(), 5);
    client.setQueryData(first as QueryKey, null);

    await userEvent.keyboard('{End}');
    await waitFor(() => expect(shownPhoto()).toBe('Photo 5 of 5, Photo 5'));
    expect(client.getQueryState(last)).toMatchObject({ data: { id: 5 }, dataUpdatedAt: 0 });
    await userEvent.keyboard('{Home}');
    await waitFor(() => expect(shownPhoto()).toBe('Photo 1 of 5, Photo 1'));
    expect(client.getQueryState(first)).toMatchObject({ data: { id: 1 }, dataUpdatedAt: 0 });
  });

  it('forgets Home where another photo is chosen before the list is loaded', async () => {
    withReducedMotion();
    const { onTurn } = await openViewer({ count: 5, at: 3 });

    for (const key of ['Home', 'ArrowRight']) fireEvent.keyDown(dialog(), { key });
    await load();
    expect(shownPhoto()).toBe('Photo 4 of 5, Photo 4');
    expect(onTurn.mock.calls.map(([{ id }]) => id)).toEqual([4]);
  });

  it('keeps the previous photo as neighbour while the next position loads', async () => {
    withReducedMotion();
    await openViewer({ count: 5, at: 2, positionPending: 3 });
    const before = pictures()[0]!;
    fireEvent.load(before);

    fireEvent.keyDown(dialog(), { key: 'ArrowRight' });
    expect(shownPhoto()).toBe('Photo 3 of 5, Photo 3');
    expect(before).toBeInTheDocument();

    fireEvent.keyDown(dialog(), { key: 'ArrowLeft' });
    expect(shownPhoto()).toBe('Photo 2 of 5, Photo 2');
  });

  it('is possible at 100 %, also after a pinch that ends beside it', async () => {
    withReducedMotion();
    await openViewer();

    fireEvent.wheel(stage(), { deltaY: -0.3, ctrlKey: true });
    expect(percent()).toBe('100%');
    await userEvent.keyboard('{ArrowRight}');

    expect(shownPhoto()).toBe('Photo 3 of 3, Photo 3');
  });

  it('preloads both neighbours after its own picture, at the width of the screen', async () => {
    await openViewer();
    const all = () => screen.getAllByRole<HTMLImageElement>('img', { hidden: true });
    const names = () => all().map((image) => image.alt);
    expect(names()).not.toContain('Photo 1');

    await load();

    expect(names()).toEqual(expect.arrayContaining(['Photo 1', 'Photo 3']));
    const [neighbour] = all().filter(({ alt }) => alt === 'Photo 3');
    // Of the rendition for 1024 CSS pixels, which stays after the turn.
    expect(neighbour).toHaveAttribute('sizes', '1080.00px');
    expect(neighbour).toHaveAttribute('loading', 'eager');
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(shownPhoto()).toBe('Photo 3 of 3, Photo 3'));
    expect(all().filter(({ alt }) => alt === 'Photo 3')).toEqual([neighbour]);
  });

  it('reuses the parts of the gallery that the wall has loaded', async () => {
    const { client, requested } = await openViewer();
    const photos = [1, 2, 3, 4].map((id) => aPhoto({ id, title: `Photo ${id}` }));
    const gallery = { ...aGallery(), photoCount: 4 };
    const part = { gallery, photos, interludes: [], next_cursor: null, total: 4 };
    client.setQueryData(galleryQuery(new Api(), 'slack-water', photosFrom()).queryKey, part);
    await load();

    expect(shownPhoto()).toBe('Photo 2 of 4, Photo 2');
    expect(requested).not.toContainEqual(expect.stringMatching(/^\/galleries\/slack-water\?/));
  });
});

describe('the slideshow', () => {
  const SLIDE_MS = 5_000;
  const wait = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));

  it('starts by Space, pauses, and begins again at the end', async () => {
    withReducedMotion();
    await openViewer();
    await load();
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });

    fireEvent.keyDown(document, { key: ' ' });
    expect(control('Pause slideshow').parentElement).toHaveAttribute('data-stays');
    await wait(SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 3 of 3, Photo 3');
    fireEvent.load(pictures()[0]!);
    await wait(SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 1 of 3, Photo 1');

    fireEvent.keyDown(document, { key: ' ' });
    fireEvent.load(pictures()[0]!);
    await wait(2 * SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 1 of 3, Photo 1');
    expect(control('Start slideshow').parentElement).not.toHaveAttribute('data-stays');
  });

  it('waits for the picture', async () => {
    withReducedMotion();
    await openViewer();
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });

    fireEvent.keyDown(document, { key: ' ' });
    await wait(3 * SLIDE_MS);

    expect(shownPhoto()).toBe('Photo 2 of 3, Photo 2');
  });

  it('waits while the picture is zoomed', async () => {
    withReducedMotion();
    await openViewer();
    await load();
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });

    for (const key of [' ', '+']) fireEvent.keyDown(document, { key });
    await wait(2 * SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 2 of 3, Photo 2');
    fireEvent.keyDown(document, { key: '0' });
    await wait(SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 3 of 3, Photo 3');
  });

  it('waits while a finger moves the picture', async () => {
    withReducedMotion();
    await openViewer();
    await load();
    jest.useFakeTimers({ doNotFake: ['performance', 'queueMicrotask'] });

    fireEvent.keyDown(document, { key: ' ' });
    pointer('pointerdown', 1, 500, 400, 0);
    pointer('pointermove', 1, 440, 400, 50);
    await wait(SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 2 of 3, Photo 2');
    pointer('pointermove', 1, 498, 400, 6_000);
    pointer('pointerup', 1, 498, 400, 7_000);
    await wait(SLIDE_MS);
    expect(shownPhoto()).toBe('Photo 3 of 3, Photo 3');
  });

  it('keeps the screen on', async () => {
    const release = jest.fn(async () => undefined);
    const request = jest.fn(async (_type: string) => ({ release }));
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    await openViewer();

    await userEvent.keyboard(' ');
    expect(request).toHaveBeenCalledWith('screen');
    // Back in a tab whose hiding has released the lock.
    fireEvent(document, new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    expect(release).not.toHaveBeenCalled();
    await userEvent.keyboard(' ');

    await waitFor(() => expect(release).toHaveBeenCalledTimes(1));
    fireEvent(document, new Event('visibilitychange'));
    expect(request).toHaveBeenCalledTimes(2);
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('leaves Space to the control that the keyboard is on', async () => {
    const user = userEvent.setup();
    await openViewer();
    control('Zoom in').focus();

    await user.keyboard(' ');

    expect(percent()).toBe('125%');
    expect(control('Start slideshow')).toBeVisible();
  });
});

describe('the filmstrip', () => {
  const strip = () => screen.queryByRole('list', { name: 'Photos' });

  it('is for galleries of 12 photos and more', async () => {
    await openViewer({ count: 11 });
    await load();

    expect(strip()).not.toBeInTheDocument();
  });

  it('shows any photo, and has one tab stop', async () => {
    const user = userEvent.setup();
    await openViewer({ count: 12 });
    await load();
    await screen.findByRole('list', { name: 'Photos' });
    const thumbnail = (name: string) => within(strip()!).getByRole('button', { name });

    expect(within(strip()!).getAllByRole('button')).toHaveLength(12);
    // Titles are in the artist's language.
    expect(thumbnail('Photo 2').closest('[lang]')).toBe(document.documentElement.closest('[lang]'));
    expect(thumbnail('Photo 2')).toHaveAttribute('aria-current', 'true');
    await user.click(thumbnail('Photo 9'));

    expect(shownPhoto()).toBe('Photo 9 of 12, Photo 9');
    expect(thumbnail('Photo 9')).toHaveAttribute('aria-current', 'true');
    const stops = within(strip()!)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0);
    expect(stops).toEqual([thumbnail('Photo 9')]);
  });

  it('renders the thumbnails around the shown photo', async () => {
    await openViewer({ count: 200, at: 100 });
    await load();
    await screen.findByRole('list', { name: 'Photos' });
    const names = () =>
      within(strip()!)
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label'));

    expect(names().length).toBeLessThan(100);
    expect(names()[0]).toBe('Photo 60');
    await userEvent.keyboard('{End}');

    await waitFor(() => expect(shownPhoto()).toBe('Photo 200 of 200, Photo 200'));
    expect(names().at(-1)).toBe('Photo 200');
    expect(within(strip()!).getAllByRole('listitem').at(-1)).toHaveAttribute('aria-posinset', '200');
  });

  it('scrolls by the mouse wheel, and zooms nothing', async () => {
    await openViewer({ count: 12 });
    await load();
    await screen.findByRole('list', { name: 'Photos' });
    const scrollBy = jest.fn();
    Object.assign(strip()!, { scrollBy });

    fireEvent.wheel(strip()!, { deltaY: 100 });

    expect(scrollBy).toHaveBeenCalledWith({ left: 100 });
    expect(percent()).toBe('100%');
  });
});
