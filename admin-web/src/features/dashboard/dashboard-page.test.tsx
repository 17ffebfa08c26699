import { describe, expect, it } from '@jest/globals';
import type { DashboardView } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aComment, aDashboard, aPhoto } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** A site with something in it. */
const showing = (differences: Partial<DashboardView> = {}) =>
  renderSignedIn('/admin', { 'GET /admin/dashboard': () => aDashboard({ photos: 1, ...differences }) });

const linksOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the dashboard', () => {
  it('counts everything, each figure the way to it', async () => {
    showing({ galleries: 7, photos: 12345, comments: 40, pendingComments: 3 });

    await screen.findByText('12,345');
    expect(await linksOf('Figures')).toEqual([
      ['7 Galleries', '/admin/galleries'],
      ['12,345 Photos', '/admin/photos'],
      ['40 Comments', '/admin/comments'],
      ['3 Pending Comments', '/admin/comments?status=pending'],
    ]);
  });

  it('tells what waits, and where', async () => {
    showing({ unreadMessages: 2, processingPhotos: 1, failedPhotos: 3 });

    expect(await linksOf('Waiting for you')).toEqual([
      ['2 unread messages', '/admin/messages'],
      ['1 photo is being prepared', '/admin/photos?status=processing'],
      ['See the queue', '/admin/queue'],
      ['3 photos could not be prepared', '/admin/photos?status=failed'],
    ]);
  });

  it('says nothing of what does not wait', async () => {
    showing({ failedPhotos: 1 });

    expect(await linksOf('Waiting for you')).toEqual([
      ['1 photo could not be prepared', '/admin/photos?status=failed'],
    ]);
  });

  it('leads to what is done most', async () => {
    showing();

    const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
    const ways = actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(ways).toEqual([
      ['Upload Photo', '/admin/photos?new'],
      ['New Gallery', '/admin/galleries?new'],
      ['New News Item', '/admin/news?new'],
      ['Edit Site Texts', '/admin/settings#texts'],
      ['View Site', '/'],
    ]);
  });

  it('shows the latest photos', async () => {
    showing({
      recentPhotos: [
        {
          ...aPhoto({ id: 9, title: 'Harbour', small_thumbnail_url: '/media/9/small.jpg' }),
          gallery_title: 'Slack Water',
        },
        { ...aPhoto({ title: 'Scan', status: 'failed', small_thumbnail_url: null }), gallery_title: null },
      ],
    });

    const photos = within(await screen.findByRole('region', { name: 'Latest photos' }));
    const [harbour, scan] = (await photos.findAllByRole('listitem')) as [HTMLElement, HTMLElement];
    expect(within(harbour).getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/admin/photos?edit=9');
    expect(harbour).toHaveTextContent(/Slack Water.*2026.*Ready/);
    expect(harbour.querySelector('img')).toHaveAttribute('src', '/media/9/small.jpg');
    expect(scan).toHaveTextContent(/No Gallery.*Failed/);
    expect(scan.querySelector('img')).toBeNull();
  });

  it('is read again when something happens on the site', async () => {
    const { api, events } = showing({ comments: 1 });
    await screen.findByRole('link', { name: '1 Comments' });
    api.answer('GET /admin/dashboard', () => aDashboard({ comments: 1, pendingComments: 5 }));

    await events.tell({ type: 'comment.created', comment_id: 1, photo_id: 1 });

    expect(await screen.findByRole('link', { name: '5 Pending Comments' })).toBeVisible();
  });

  it('can be asked for again when it could not be had', async () => {
    const { user, api } = renderSignedIn('/admin', { 'GET /admin/dashboard': () => failing('request.invalid') });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load dashboard data');
    expect(screen.queryByRole('list', { name: 'Figures' })).toBeNull();
    api.answer('GET /admin/dashboard', () => aDashboard({ photos: 8 }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: '8 Photos' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows a beginner where to begin', async () => {
    renderSignedIn('/admin', { 'GET /admin/dashboard': () => aDashboard() });

    const guide = within(await screen.findByRole('region', { name: 'Your exhibition begins here' }));
    expect(guide.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Upload photos', '/admin/photos?new'],
      ['Make a gallery', '/admin/galleries?new'],
      ['Write the texts in Settings', '/admin/settings#texts'],
    ]);
    expect(screen.queryByRole('region', { name: 'Latest photos' })).toBeNull();
  });

  it('no longer does so once there is something', async () => {
    showing();

    expect(await screen.findByText('No photos yet.')).toBeVisible();
    expect(screen.getByText('No comments yet.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Your exhibition begins here' })).toBeNull();
  });
});

describe('the latest comments', () => {
  const open = async () => {
    const pending = aComment({ author_name: 'Ruth', photo_id: 7, photo_title: 'Low tide', content: 'The light!' });
    const approved = aComment({ author_name: 'Jo', is_approved: true });
    const page = showing({ pendingComments: 1, recentComments: [pending, approved] });
    const ruth = await screen.findByRole('listitem', { name: 'Comment by Ruth' });
    return { ...page, ruth, call: `PUT /comments/${pending.id}/approve`, pending, approved };
  };

  it('show who wrote what and under which photo', async () => {
    const { ruth } = await open();

    expect(ruth).toHaveTextContent(/Ruth.*Pending.*Low tide.*2026.*The light!/);
    expect(within(ruth).getByRole('link', { name: 'Low tide' })).toHaveAttribute('href', '/photo/7');
    const jo = within(screen.getByRole('listitem', { name: 'Comment by Jo' }));
    expect(jo.getByText('Approved')).toBeVisible();
    expect(jo.queryByRole('button')).toBeNull();
  });

  it('are approved here, which shows at once', async () => {
    const { user, api, ruth, call } = await open();
    let answer = (_: unknown) => {};
    api.answer(call, () => new Promise((resolve) => (answer = resolve)));

    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));

    expect(await within(ruth).findByText('Approved')).toBeVisible();
    expect(screen.getByRole('link', { name: '0 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '1 Comments' })).toBeVisible();
    expect(ruth).toHaveFocus();
    answer({});
    expect(await screen.findByText('Comment approved')).toBeInTheDocument();
    expect(api.bodiesOf(call)).toEqual([undefined]);
  });

  it('wait again when that failed', async () => {
    const { user, api, ruth, call } = await open();
    api.answer(call, unreachable);

    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));

    expect(await screen.findByText(unreached('Failed to approve comment'))).toBeInTheDocument();
    expect(await within(ruth).findByRole('button', { name: 'Approve' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: '1 Pending Comments' })).toBeVisible());
  });

  it('are approved once, however often the button is pressed', async () => {
    const { api, ruth, call } = await open();
    api.answer(call, () => new Promise(() => {}));
    const button = within(ruth).getByRole('button', { name: 'Approve' });

    act(() => {
      button.click();
      button.click();
    });

    expect(await screen.findByRole('link', { name: '0 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '1 Comments' })).toBeVisible();
    expect(api.bodiesOf(call)).toHaveLength(1);
  });

  it('are counted as they are when a count came in before the failure', async () => {
    const { user, api, events, ruth, call, pending, approved } = await open();
    let answer = (_: unknown) => {};
    api.answer(call, () => new Promise((resolve) => (answer = resolve)));
    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));
    await within(ruth).findByText('Approved');
    api.answer('GET /admin/dashboard', () =>
      aDashboard({ photos: 1, comments: 4, pendingComments: 6, recentComments: [pending, approved] }),
    );
    await events.tell({ type: 'comment.created', comment_id: 9, photo_id: 7 });
    await screen.findByRole('link', { name: '6 Pending Comments' });
    api.answer('GET /admin/dashboard', unreachable);

    answer(failing('service.unavailable'));

    expect(await screen.findByText(/^The site is busy/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '6 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '4 Comments' })).toBeVisible();
  });
});
