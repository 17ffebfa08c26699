import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { FailedJobView, QueueView } from '@portfolio/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aFailedJob, aQueue } from '../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../test/fake-api.ts';
import { renderSignedIn } from '../../../test/render-admin.tsx';

/** Page with stored failed jobs. */
function showing(jobs: FailedJobView[] = [], differences: Partial<QueueView> = {}) {
  let stored = jobs;
  const page = renderSignedIn('/admin/queue', { 'GET /admin/queue': () => aQueue(stored, differences) });
  const all = (done: string) => () => {
    const count = stored.length;
    stored = [];
    return { count, message: `${count} jobs ${done}`, left: 0 };
  };
  const one = (id: string) => () => {
    stored = stored.filter((job) => job.id !== id);
    return { message: 'Done' };
  };
  for (const { id } of jobs) {
    page.api.respond(`POST /admin/queue/failed/${id}/retry`, one(id));
    page.api.respond(`DELETE /admin/queue/failed/${id}`, one(id));
  }
  page.api.respond('POST /admin/queue/failed/retry', all('tried again'));
  page.api.respond('DELETE /admin/queue/failed', all('removed'));
  const countCalls = (route: string) => page.api.calls.filter((call) => call.route === route).length;
  return { ...page, countCalls, fail: (job: FailedJobView) => (stored = [job, ...stored]) };
}

const rows = async () =>
  within(await screen.findByRole('table', { name: 'Failed jobs' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 4)
        .map(({ textContent }) => textContent),
    );
const countOf = async (label: string) =>
  (await screen.findByText(label)).parentElement!.querySelector('dd')!.textContent;
const press = async (user: { click(element: Element): Promise<void> }, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));
const confirm = async (user: { click(element: Element): Promise<void> }, name: string) =>
  user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name }));

/** A response that arrives at `resolve()`. */
function pendingResponse() {
  let resolve = (): void => undefined;
  const promise = new Promise((done) => (resolve = () => done({ message: 'Done' })));
  return { promise, resolve: () => resolve() };
}

describe('the queue page', () => {
  afterEach(() => void jest.useRealTimers());

  it('is linked in the menu and beside processing photos', async () => {
    const { user, api, address } = renderSignedIn('/admin', {
      'GET /admin/dashboard': () => aDashboard({ photos: 3, processingPhotos: 2 }),
    });
    api.respond('GET /admin/queue', () => aQueue());

    expect(await screen.findByRole('link', { name: 'Queue' })).toHaveAttribute('href', '/admin/queue');
    await user.click(await screen.findByRole('link', { name: 'See the queue' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
    expect(address()).toBe('/admin/queue');
  });

  it('shows counts and the age of the oldest job', async () => {
    showing([], {
      counts: { waiting: 1_248, active: 2, delayed: 3, failed: 0, completed: 96 },
      oldest_waiting_seconds: 150,
      workers: 2,
    });

    expect(await countOf('Waiting')).toBe('1,248');
    expect(await countOf('In Progress')).toBe('2');
    expect(await countOf('Retrying')).toBe('3');
    expect(await countOf('Failed')).toBe('0');
    expect(await countOf('Done in the Last Hour')).toBe('96');
    expect(screen.getByText('2 workers are running.')).toBeVisible();
    expect(screen.getByText('The oldest job has waited for 2 minutes.')).toBeVisible();
  });

  it('warns when no worker is running, and hides the outdated count', async () => {
    showing([], { workers: 0, counts: { waiting: 0, active: 0, delayed: 0, failed: 0, completed: 96 } });

    expect(await screen.findByText('No worker is running. Photos wait until one does.')).toBeVisible();
    expect(await countOf('Done in the Last Hour')).toBe('–');
  });

  it('shows the empty state', async () => {
    showing();

    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Retry All' })).toBeNull();
  });

  it('lists failed jobs with reasons and links to their subjects', async () => {
    showing([
      aFailedJob({ about: { kind: 'photo', id: 7, title: 'Low tide' } }),
      aFailedJob({ about: { kind: 'photo', id: 8, title: null } }),
      aFailedJob({ name: 'Mail a message to you', about: { kind: 'message', id: 9, title: 'A print' }, attempts: 11 }),
      aFailedJob({ name: 'Look for work', about: { kind: 'site', id: null, title: null }, reason: 'No answer.' }),
    ]);

    expect(await rows()).toEqual([
      ['Prepare a photo', 'Low tide', 'The storage is full.', '5'],
      ['Prepare a photo', 'Photo 8, deleted', 'The storage is full.', '5'],
      ['Mail a message to you', 'A print', 'The storage is full.', '11'],
      ['Look for work', 'The site', 'No answer.', '5'],
    ]);
    expect(screen.getByRole('link', { name: 'Low tide' })).toHaveAttribute('href', '/admin/photos?edit=7');
    expect(screen.getByRole('link', { name: 'A print' })).toHaveAttribute('href', '/admin/messages?message=9');
    expect(screen.queryByRole('link', { name: /deleted/ })).toBeNull();
  });

  it('is refetched every few seconds', async () => {
    jest.useFakeTimers();
    const page = showing();
    await act(() => jest.advanceTimersByTimeAsync(100));
    expect(page.countCalls('GET /admin/queue')).toBe(1);
    page.fail(aFailedJob());

    await act(() => jest.advanceTimersByTimeAsync(5_000));

    expect(page.countCalls('GET /admin/queue')).toBe(2);
    expect(screen.getByText('The storage is full.')).toBeVisible();
  });

  it('retries one job and keeps the focus on the page', async () => {
    const [job, other] = [aFailedJob(), aFailedJob({ name: 'Another' })];
    const { user, countCalls } = showing([job, other]);

    await press(user, `Retry: Prepare a photo, ${job.about.title}`);

    expect(await screen.findByText('Job queued again')).toBeInTheDocument();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(countCalls(`POST /admin/queue/failed/${job.id}/retry`)).toBe(1);
    await waitFor(() => expect(document.activeElement).toContainElement(screen.getByRole('table')));
  });

  it('leaves the focus where it went while a job is retried', async () => {
    const [job, other] = [aFailedJob(), aFailedJob({ name: 'Another' })];
    const { user } = showing([job, other]);

    await press(user, `Retry: Prepare a photo, ${job.about.title}`);
    const button = screen.getByRole('button', { name: /^Retry: Another/ });
    act(() => button.focus());

    await waitFor(async () => expect(await rows()).toHaveLength(1));
    await screen.findByText('Job queued again');
    expect(button).toHaveFocus();
  });

  it('keeps the focus on the page when a job was retried elsewhere', async () => {
    const [job, other] = [aFailedJob(), aFailedJob({ name: 'Another' })];
    const { user, api } = showing([job, other]);
    await rows();
    api.respond('GET /admin/queue', () => aQueue([other]));
    api.respond(`POST /admin/queue/failed/${job.id}/retry`, () => failing('job.not-found'));

    await press(user, `Retry: Prepare a photo, ${job.about.title}`);

    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(document.activeElement).toContainElement(screen.getByRole('table'));
  });

  it('removes one job after a confirmation; Cancel changes nothing', async () => {
    const job = aFailedJob();
    const { user, countCalls } = showing([job]);

    await press(user, /^Remove: /);
    await confirm(user, 'Cancel');
    expect(countCalls(`DELETE /admin/queue/failed/${job.id}`)).toBe(0);
    await press(user, /^Remove: /);
    await confirm(user, 'Remove');

    expect(await screen.findByText('Job removed successfully!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('retries all jobs in several requests', async () => {
    const { user, api, countCalls } = showing([aFailedJob(), aFailedJob()], { total: 450 });
    const responses = [
      { count: 200, message: '', left: 250 },
      { count: 200, message: '', left: 50 },
      { count: 50, message: '', left: 0 },
    ];
    api.respond('POST /admin/queue/failed/retry', () => responses.shift());

    await press(user, 'Retry All');

    expect(await screen.findByText('450 jobs queued again')).toBeInTheDocument();
    expect(countCalls('POST /admin/queue/failed/retry')).toBe(3);
  });

  it('shows how many jobs it has retried when a later request fails', async () => {
    const { user, api } = showing([aFailedJob()], { total: 450 });
    const responses = [() => ({ count: 200, message: '', left: 250 }), unreachable];
    api.respond('POST /admin/queue/failed/retry', () => responses.shift()!());

    await press(user, 'Retry All');

    expect(await screen.findByText('200 jobs queued again')).toBeInTheDocument();
    expect(await screen.findByText(unreached('Failed to retry some jobs'))).toBeInTheDocument();
  });

  it('stops after the initial number of jobs when they fail again at once', async () => {
    const { user, api, countCalls } = showing([aFailedJob()], { total: 1 });
    api.respond('POST /admin/queue/failed/retry', () => ({ count: 1, message: '', left: 1 }));

    await press(user, 'Retry All');

    expect(await screen.findByText('1 job queued again')).toBeInTheDocument();
    expect(countCalls('POST /admin/queue/failed/retry')).toBe(1);
  });

  it('removes all jobs after a confirmation', async () => {
    const { user } = showing([aFailedJob(), aFailedJob()]);

    await press(user, 'Remove All');
    expect(await screen.findByText(/remove 2 failed jobs\?/)).toBeVisible();
    await confirm(user, 'Remove');

    expect(await screen.findByText('2 jobs removed successfully!')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
  });

  it.each([
    ['the API’s message', () => failing('job.not-found'), /^This job has not failed/],
    ['the default message', unreachable, unreached('Failed to retry the job')],
  ])('shows %s when a retry fails', async (_, response, sentence) => {
    const job = aFailedJob();
    const { user, api } = showing([job]);
    api.respond(`POST /admin/queue/failed/${job.id}/retry`, response);

    await press(user, /^Retry: /);

    expect(await screen.findByText(sentence)).toBeInTheDocument();
    expect(await rows()).toHaveLength(1);
  });

  it('leaves the dialog of another job open when a slow removal ends', async () => {
    const [first, second] = [aFailedJob(), aFailedJob()];
    const { user, api } = showing([first, second]);
    const { promise, resolve } = pendingResponse();
    api.respond(`DELETE /admin/queue/failed/${first.id}`, () => promise);
    await press(user, new RegExp(`^Remove: .*Photo ${first.id}$`));
    await confirm(user, 'Remove');
    await user.keyboard('{Escape}');
    await press(user, new RegExp(`^Remove: .*Photo ${second.id}$`));

    resolve();

    expect(await screen.findByText('Job removed successfully!')).toBeInTheDocument();
    await confirm(user, 'Remove');
    await waitFor(() =>
      expect(api.calls.map(({ route }) => route)).toContain(`DELETE /admin/queue/failed/${second.id}`),
    );
  });

  it('shows each of two retries as busy until it ends', async () => {
    const [first, second] = [aFailedJob(), aFailedJob()];
    const { user, api, countCalls } = showing([first, second]);
    const { promise, resolve } = pendingResponse();
    const route = `POST /admin/queue/failed/${first.id}/retry`;
    api.respond(route, () => promise);
    await press(user, new RegExp(`^Retry: .*Photo ${first.id}$`));
    await press(user, new RegExp(`^Retry: .*Photo ${second.id}$`));

    await press(user, new RegExp(`^Retry: .*Photo ${first.id}$`));

    expect(countCalls(route)).toBe(1);
    resolve();
    await waitFor(() => expect(screen.getAllByText('Job queued again')).toHaveLength(2));
  });

  it('loads further failed jobs', async () => {
    const [first, second] = [aFailedJob(), aFailedJob()];
    const { user, api } = showing();
    api.respond('GET /admin/queue', ({ query }) =>
      query.get('cursor') === 'next'
        ? aQueue([first, second], { total: 2 })
        : aQueue([first], { next_cursor: 'next', total: 2 }),
    );

    await press(user, 'Load more');

    // The first job has moved to the second page and appears once.
    await waitFor(async () => expect(await rows()).toHaveLength(2));
  });

  it('shows a failed load and retries it', async () => {
    const { user, api } = showing();
    api.respond('GET /admin/queue', () => failing('request.too-many'));

    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load the queue');
    api.respond('GET /admin/queue', () => aQueue());
    await press(user, 'Try Again');

    expect(await screen.findByRole('heading', { name: 'No failed jobs' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves the focus where it went while a failed refetch is retried', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const job = aFailedJob();
    const { user, api } = showing([job]);
    await rows();
    api.respond('GET /admin/queue', () => failing('request.too-many'));
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    let respond = (_: unknown) => {};
    api.respond('GET /admin/queue', () => new Promise((resolve) => (respond = resolve)));
    await press(user, 'Try Again');

    const button = screen.getByRole('button', { name: /^Remove: / });
    act(() => button.focus());
    await act(async () => respond(aQueue([job])));

    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(button).toHaveFocus();
  });
});
