import '@testing-library/jest-dom/jest-globals';
import { Api, publicSettingsQuery } from '@portfolio/api-client';
import { describe, expect, it } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { someSettings } from '../../../test/fixtures.ts';
import { ApiContext } from '../data/contexts.ts';
import { createQueryClient } from '../data/query-client.ts';
import { FormattedDate, Price } from './format.tsx';

/** A day in UTC, and the next one in Tokyo. */
const LATE = '2026-03-14T21:05:00.000Z';

/** @param sent HTML of the server, for hydration */
function show(language: string, timeZone: string, sent?: string) {
  const [api, client] = [new Api(), createQueryClient({ onServer: true })];
  client.setQueryData(publicSettingsQuery(api).queryKey, someSettings({ language, timeZone }));
  const container = document.createElement('div');
  container.innerHTML = sent ?? '';
  render(
    <QueryClientProvider client={client}>
      <ApiContext value={api}>
        <FormattedDate at={LATE} />
        <Price price={1250} />
      </ApiContext>
    </QueryClientProvider>,
    { container, hydrate: sent !== undefined },
  );
  return container;
}

describe('dates and prices', () => {
  it.each([
    ['en', 'UTC', 'March 14, 2026', '$1,250.00'],
    ['en', 'America/Los_Angeles', 'March 14, 2026', '$1,250.00'],
    ['en-GB', 'Asia/Tokyo', '15 March 2026', 'US$1,250.00'],
    ['ja', 'Asia/Tokyo', '2026年3月15日', '$1,250.00'],
    ['de', 'Europe/Berlin', '14. März 2026', '1.250,00\u00a0$'],
  ])('use the language %s and the time zone %s of the site', (language, timeZone, day, price) => {
    const { children } = show(language, timeZone);

    expect(children[0]).toHaveTextContent(day);
    expect(children[0]).toHaveAttribute('datetime', LATE);
    expect(children[1]?.textContent).toBe(price);
  });

  it('use UTC in a browser that does not know the time zone', () => {
    expect(show('en', 'Mars/Olympus').children[0]).toHaveTextContent('March 14, 2026');
  });

  it('stay as the server rendered them', () => {
    const sent = `<time datetime="${LATE}"><bdi>15. Lenzing 2026</bdi></time><bdi>1250 Dollar</bdi>`;

    expect(show('de', 'Asia/Tokyo', sent).innerHTML).toBe(sent);
  });
});
