import { describe, expect, it } from '@jest/globals';
import type { DashboardView, FirstStepsView } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aComment, aDashboard, aPhoto, noFirstSteps } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** Dashboard of a site with content. */
const showing = (differences: Partial<DashboardView> = {}) =>
  renderSignedIn('/admin', { 'GET /admin/dashboard': () => aDashboard({ photos: 1, ...differences }) });

const linksOf = async (list: string) =>
  within(await screen.findByRole('list', { name: list }))
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('the dashboard', () => {
  it('shows linked counts', async () => {
    showing({ galleries: 7, photos: 12345, comments: 40, pendingComments: 3 });

    await screen.findByText('12,345');
    expect(await linksOf('Figures')).toEqual([
      ['7 Galleries', '/admin/galleries'],
      ['12,345 Photos', '/admin/photos'],
      ['40 Comments', '/admin/comments'],
      ['3 Pending Comments', '/admin/comments?status=pending'],
    ]);
  });

  it('links to unread messages and unfinished photos', async () => {
    showing({ unreadMessages: 2, processingPhotos: 1, failedPhotos: 3 });

    expect(await linksOf('Waiting for you')).toEqual([
      ['2 unread messages', '/admin/messages'],
      ['1 photo is being prepared', '/admin/photos?status=processing'],
      ['See the queue', '/admin/queue'],
      ['3 photos couldn’t be processed', '/admin/photos?status=failed'],
    ]);
  });

  it('omits counts of zero', async () => {
    showing({ failedPhotos: 1 });

    expect(await linksOf('Waiting for you')).toEqual([
      ['1 photo couldn’t be processed', '/admin/photos?status=failed'],
    ]);
  });

  it('links to frequent tasks', async () => {
    showing();

    const actions = within(await screen.findByRole('region', { name: 'Quick actions' }));
    const links = actions.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Upload Photo', '/admin/photos?new'],
      ['New Gallery', '/admin/galleries?new'],
      ['New News Item', '/admin/news?new'],
      ['Edit Site Texts', '/admin/settings/texts'],
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

  it('is refetched at an event of the site', async () => {
    const { api, events } = showing({ comments: 1 });
    await screen.findByRole('link', { name: '1 Comments' });
    api.respond('GET /admin/dashboard', () => aDashboard({ comments: 1, pendingComments: 5 }));

    await events.emit({ type: 'comment.created', comment_id: 1, photo_id: 1 });

    expect(await screen.findByRole('link', { name: '5 Pending Comments' })).toBeVisible();
  });

  it('can be retried after a failure', async () => {
    const { user, api } = renderSignedIn('/admin', { 'GET /admin/dashboard': () => failing('request.invalid') });

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load dashboard data');
    expect(screen.queryByRole('list', { name: 'Figures' })).toBeNull();
    api.respond('GET /admin/dashboard', () => aDashboard({ photos: 8 }));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByRole('link', { name: '8 Photos' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.body).not.toHaveFocus();
  });

  it('leaves the focus where it is after a retry', async () => {
    const { user, api } = renderSignedIn('/admin', { 'GET /admin/dashboard': () => failing('request.invalid') });
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    let respond = () => {};
    api.respond('GET /admin/dashboard', () => new Promise((resolve) => (respond = () => resolve(aDashboard()))));
    await user.click(retry);
    const link = within(screen.getByRole('region', { name: 'Quick actions' })).getByRole('link', {
      name: 'New Gallery',
    });

    act(() => link.focus());
    await act(async () => respond());

    expect(await screen.findByRole('link', { name: '0 Photos' })).toBeVisible();
    expect(link).toHaveFocus();
  });
});

describe('the first steps', () => {
  const DONE = { profile: true, texts: true, photos: true, gallery: true, look: true };
  const open = (steps: Partial<FirstStepsView>, more: Partial<DashboardView> = {}) => {
    let firstSteps = noFirstSteps(steps);
    return renderSignedIn('/admin', {
      'GET /admin/dashboard': () => aDashboard({ ...more, firstSteps }),
      'PUT /admin/settings/website': ({ body }) => {
        const { settings } = body as { settings: Record<string, string> };
        const dismissed = (settings.first_steps_dismissed ?? String(firstSteps.dismissed)) === 'true';
        firstSteps = { ...firstSteps, dismissed, look: firstSteps.look || 'dark_theme' in settings };
        return { settings: {}, message: 'Settings updated successfully!' };
      },
    });
  };
  const guide = () => screen.findByRole('region', { name: 'First steps' });
  const noGuide = () => waitFor(() => expect(screen.queryByRole('region', { name: 'First steps' })).toBeNull());

  it('link to the page of each step', async () => {
    open({});

    const links = within(await guide()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Fill in your profile', '/admin/settings#profile'],
      ['Write the texts and the imprint', '/admin/settings/texts'],
      ['Upload your first photos', '/admin/photos?new'],
      ['Make your first gallery', '/admin/galleries?new'],
      ['Choose the look', '/admin/settings#background'],
    ]);
    expect(screen.getByText('0 of 5 done')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Latest photos' })).toBeNull();
  });

  it('stay until all are done, with the state of each', async () => {
    const { api, events } = open({ ...DONE, texts: false }, { photos: 1 });

    const steps = within(await guide())
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(steps.filter((step) => step?.endsWith('Done'))).toHaveLength(4);
    expect(steps[1]).toMatch(/^Write the texts and the imprint.*omit empty texts\.$/);
    expect(screen.getByText('4 of 5 done')).toBeVisible();
    expect(screen.getByText('No photos yet.')).toBeVisible();

    api.respond('GET /admin/dashboard', () => aDashboard({ photos: 1, firstSteps: noFirstSteps(DONE) }));
    await events.emit({ type: 'photo.ready', photo_id: 1 });

    await noGuide();
    expect(screen.queryByRole('button', { name: 'Show the first steps' })).toBeNull();
  });

  it('disappear for the whole site when dismissed, and can be shown again', async () => {
    const { user, api } = open({});

    await user.click(within(await guide()).getByRole('button', { name: 'Dismiss the first steps' }));

    await noGuide();
    expect(document.body).not.toHaveFocus();
    expect(screen.getByText('No photos yet.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the first steps' }));
    expect(await guide()).toBeVisible();
    expect(document.body).not.toHaveFocus();
    expect(api.bodiesOf('PUT /admin/settings/website')).toEqual([
      { settings: { first_steps_dismissed: 'true' } },
      { settings: { first_steps_dismissed: 'false' } },
    ]);
  });

  it('stay after a failed dismissal', async () => {
    const { user, api } = open({});
    api.respond('PUT /admin/settings/website', unreachable);

    await user.click(within(await guide()).getByRole('button', { name: 'Dismiss the first steps' }));

    expect(await screen.findByText(unreached('Failed to update settings'))).toBeInTheDocument();
    expect(await guide()).toBeVisible();
  });

  it('mark the look as done when it is left unchanged', async () => {
    const { user, api } = open({ photos: true });

    await user.click(within(await guide()).getByRole('button', { name: 'Keep the look as it is' }));

    expect(await screen.findByText('2 of 5 done')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Keep the look as it is' })).toBeNull();
    expect(api.bodiesOf('PUT /admin/settings/website')).toEqual([{ settings: { dark_theme: 'false' } }]);
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

  it('show author, content and photo', async () => {
    const { ruth } = await open();

    expect(ruth).toHaveTextContent(/Ruth.*Pending.*Low tide.*2026.*The light!/);
    expect(within(ruth).getByRole('link', { name: 'Low tide' })).toHaveAttribute('href', '/photo/7');
    const jo = within(screen.getByRole('listitem', { name: 'Comment by Jo' }));
    expect(jo.getByText('Approved')).toBeVisible();
    expect(jo.queryByRole('button')).toBeNull();
  });

  it('are approved with an optimistic update', async () => {
    const { user, api, ruth, call } = await open();
    let respond = (_: unknown) => {};
    api.respond(call, () => new Promise((resolve) => (respond = resolve)));

    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));

    expect(await within(ruth).findByText('Approved')).toBeVisible();
    expect(screen.getByRole('link', { name: '0 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '1 Comments' })).toBeVisible();
    expect(ruth).toHaveFocus();
    respond({});
    expect(await screen.findByText('Comment approved')).toBeInTheDocument();
    expect(api.bodiesOf(call)).toEqual([undefined]);
  });

  it('are pending again after a failed approval', async () => {
    const { user, api, ruth, call } = await open();
    api.respond(call, unreachable);

    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));

    expect(await screen.findByText(unreached('Failed to approve comment'))).toBeInTheDocument();
    expect(await within(ruth).findByRole('button', { name: 'Approve' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('link', { name: '1 Pending Comments' })).toBeVisible());
  });

  it('are approved once by repeated clicks', async () => {
    const { api, ruth, call } = await open();
    api.respond(call, () => new Promise(() => {}));
    const button = within(ruth).getByRole('button', { name: 'Approve' });

    act(() => {
      button.click();
      button.click();
    });

    expect(await screen.findByRole('link', { name: '0 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '1 Comments' })).toBeVisible();
    expect(api.bodiesOf(call)).toHaveLength(1);
  });

  it('keep counts that were refetched before a failure', async () => {
    const { user, api, events, ruth, call, pending, approved } = await open();
    let respond = (_: unknown) => {};
    api.respond(call, () => new Promise((resolve) => (respond = resolve)));
    await user.click(within(ruth).getByRole('button', { name: 'Approve' }));
    await within(ruth).findByText('Approved');
    api.respond('GET /admin/dashboard', () =>
      aDashboard({ photos: 1, comments: 4, pendingComments: 6, recentComments: [pending, approved] }),
    );
    await events.emit({ type: 'comment.created', comment_id: 9, photo_id: 7 });
    await screen.findByRole('link', { name: '6 Pending Comments' });
    api.respond('GET /admin/dashboard', unreachable);

    respond(failing('service.unavailable'));

    expect(await screen.findByText(/^Failed to approve comment\. The site is busy/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: '6 Pending Comments' })).toBeVisible();
    expect(screen.getByRole('link', { name: '4 Comments' })).toBeVisible();
  });
});
