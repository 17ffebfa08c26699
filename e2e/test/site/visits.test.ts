import { expect, it } from '@jest/globals';
import type { ViewReportView } from '@portfolio/contracts';
import { waitUntil } from '@portfolio/lifecycle/supervisor';
import type { BrowserContextOptions } from 'playwright-core';
import { artist, browser, context, office, site, useArtist, useBackOffice, useSite } from '../../src/demo-site.ts';
import { visit } from '../../src/screens/screens.ts';
import { Visitor } from '../../src/visitor.ts';
import { waitForHydration } from '../../src/wait-for-hydration.ts';

/** A person's browser; that of the tests names itself as a program, which does not count. */
const PERSON = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

useSite();
useArtist();
useBackOffice();

/** Two days: the visits may begin before midnight. */
const report = () => artist.send<ViewReportView>('GET', '/admin/views?days=2');

/** Runs a visit in a browser of its own. */
async function visiting(options: BrowserContextOptions, act: (visitor: Visitor) => Promise<unknown>): Promise<void> {
  const visits = await visit(browser, 'desktop', options);
  const page = await visits.newPage();
  await act(new Visitor(page, site.url));
  await page.waitForLoadState('networkidle');
  await visits.close();
}

it('the dashboard shows the pages that people see, with and without JavaScript', async () => {
  await visiting({}, (program) => program.open('/contact'));
  const signedIn = { userAgent: PERSON, storageState: await context.storageState() };
  await visiting(signedIn, (administrator) => administrator.open('/contact'));
  await visiting({ userAgent: PERSON }, async (visitor) => {
    await visitor.page.goto(`${site.url}/gallery/slack-water`, { referer: 'https://magazine.example/portrait' });
    await visitor.page.reload();
    await waitForHydration(visitor.page);
    await visitor.follow(/Three Sisters/, 'Three Sisters');
    await visitor.page.goBack();
    await visitor.waitForHeading('Slack Water');
  });
  await visiting({ userAgent: PERSON, javaScriptEnabled: false }, async (visitor) => {
    await visitor.open('/about');
    await visitor.open('/nowhere');
  });

  await waitUntil(async () => (await report()).views >= 5, { timeoutMs: 10_000 });
  const { days, views, visitors, pages, referrers } = await report();

  expect(pages.map(({ title, views: count }) => [title, count])).toEqual([
    ['Slack Water', 3],
    ['About', 1],
    ['Three Sisters', 1],
  ]);
  expect({ views, visitors, referrers }).toEqual({
    views: 5,
    // One of each day.
    visitors: days.filter((day) => day.views > 0).length,
    referrers: [{ domain: 'magazine.example', views: 1 }],
  });
  await office.open();
  const section = office.page.getByRole('region', { name: 'Visits' });
  await section.getByText('5 views').waitFor();
  await section.locator('svg').first().waitFor();
  expect(await section.getByRole('list', { name: 'Pages' }).getByRole('listitem').allInnerTexts()).toHaveLength(3);
  await section.getByText('Numbers by day').press('Enter');
  const today = days.at(-1)!;
  expect(await section.getByRole('row').nth(1).innerText()).toMatch(
    new RegExp(`\\s${today.views}\\s+${today.visitors}$`),
  );
  const [download] = await Promise.all([
    office.page.waitForEvent('download'),
    section.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('views.csv');
});
