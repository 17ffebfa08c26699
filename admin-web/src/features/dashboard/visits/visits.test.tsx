import { afterEach, expect, it, jest } from '@jest/globals';
import type { ViewReportView } from '@portfolio/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { aDashboard, aViewReport } from '../../../../test/factories.ts';
import { failing, unreachable, unreached } from '../../../../test/fake-api.ts';
import { renderSignedIn } from '../../../../test/render-admin.tsx';

afterEach(() => {
  jest.restoreAllMocks();
});

const FULL = aViewReport({
  views: 1234,
  visitors: 28,
  pages: [
    { page: '/photo/3', title: 'Harbour', views: 1200 },
    { page: '/gallery/7', title: null, views: 1 },
  ],
  referrers: [{ domain: 'example.org', views: 7 }],
});

const open = (report: Partial<ViewReportView> = FULL) =>
  renderSignedIn('/admin', {
    'GET /admin/dashboard': () => aDashboard({ photos: 1 }),
    'GET /admin/views': () => aViewReport(report),
  });
const visits = async () => within(await screen.findByRole('region', { name: 'Visits' }));

it('shows totals, pages and referrers', async () => {
  open();

  const section = await visits();
  expect(await section.findByText('1,234 views')).toBeVisible();
  expect(section.getByText('28 daily visitors')).toBeVisible();
  const [harbour, gone] = within(section.getByRole('list', { name: 'Pages' })).getAllByRole('listitem');
  expect(harbour).toHaveTextContent('Harbour1,200 views');
  expect(within(harbour!).getByRole('link', { name: 'Harbour' })).toHaveAttribute('href', '/photo/3');
  expect(gone).toHaveTextContent('Deleted gallery1 view');
  expect(within(gone!).queryByRole('link')).toBeNull();
  expect(section.getByRole('list', { name: 'Referrers' })).toHaveTextContent('example.org7 views');
});

it('draws lines for sighted people, and has the same numbers in a table', async () => {
  const { user } = open();
  const section = await visits();

  await user.click(await section.findByText('Numbers by day'));

  const rows = within(section.getByRole('table', { name: 'Visits by day' })).getAllByRole('row');
  expect(rows).toHaveLength(8);
  expect(rows[1]).toHaveTextContent('Mar 15157');
  // Two lines and an area.
  await waitFor(() => expect(document.querySelectorAll('[aria-hidden="true"] > svg path')).toHaveLength(3));
});

it.each([
  ['six', 'a wide window', false, 6],
  ['four', 'a narrow one', true, 4],
])('labels at most %s days in %s', async (_, _window, matches, count) => {
  jest.spyOn(window, 'matchMedia').mockReturnValue({ ...window.matchMedia(''), matches });
  const days = Array.from({ length: 12 }, (_day, index) => ({ day: `2026-03-${index + 10}`, views: 1, visitors: 1 }));
  open({ ...FULL, days });

  await waitFor(() => expect(document.querySelector('[aria-hidden="true"] > svg')).not.toBeNull());
  const labels = [...document.querySelectorAll('[aria-hidden="true"] > svg foreignObject')];
  expect(labels.filter(({ textContent }) => textContent.startsWith('Mar'))).toHaveLength(count);
});

it('says that there are no visits yet', async () => {
  open({});

  const section = await visits();
  expect(await section.findByText('No visits in this period.')).toBeVisible();
  expect(section.queryByRole('table')).toBeNull();
});

it('loads another period, and shows the old one meanwhile', async () => {
  const { user, api } = open();
  const section = await visits();
  await section.findByText('1,234 views');
  let respond = (_: unknown) => {};
  api.respond('GET /admin/views', () => new Promise((resolve) => (respond = resolve)));

  await user.click(section.getByRole('button', { name: '1 year' }));

  expect(section.getByRole('button', { name: '1 year' })).toHaveAttribute('aria-pressed', 'true');
  expect(section.getByText('1,234 views')).toBeVisible();
  expect(screen.getByRole('region', { name: 'Visits' })).toHaveAttribute('aria-busy', 'true');
  respond(aViewReport({ views: 1, visitors: 1 }));
  expect(await section.findByText('1 view')).toBeVisible();
  const periods = api.calls.filter(({ route }) => route === 'GET /admin/views').map(({ query }) => query.get('days'));
  expect(periods).toEqual(['30', '365']);
});

it('can be retried after a failure', async () => {
  const { user, api } = open();
  const section = await visits();
  await section.findByText('1,234 views');
  api.respond('GET /admin/views', () => failing('request.invalid'));
  await user.click(section.getByRole('button', { name: '7 days' }));

  expect(await section.findByText('Failed to load visits')).toBeVisible();
  api.respond('GET /admin/views', () => FULL);
  await user.click(section.getByRole('button', { name: 'Try Again' }));

  expect(await section.findByText('1,234 views')).toBeVisible();
  expect(section.queryByText('Failed to load visits')).toBeNull();
});

it('downloads the period as CSV, and says when that fails', async () => {
  const { user, api } = open();
  const section = await visits();
  const saved = jest.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
  const revoked = jest.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  const clicked = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  api.respond('GET /admin/views.csv', () => 'kind,name\r\n');

  await user.click(section.getByRole('button', { name: 'Download CSV' }));

  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1));
  // With a byte order mark of 3 bytes.
  expect(saved).toHaveBeenCalledWith(expect.objectContaining({ type: 'text/csv', size: 14 }));
  expect(clicked.mock.contexts[0]).toMatchObject({ href: 'blob:x', download: 'views.csv' });
  // Some browsers read the file after the click.
  expect(revoked).not.toHaveBeenCalled();
  const [call] = api.calls.filter(({ route }) => route === 'GET /admin/views.csv');
  expect([call?.token, call?.query.get('days')]).toEqual(['Bearer a-token', '30']);

  api.respond('GET /admin/views.csv', unreachable);
  await user.click(section.getByRole('button', { name: 'Download CSV' }));
  expect(await screen.findByText(unreached('Failed to download the numbers'))).toBeInTheDocument();
});
