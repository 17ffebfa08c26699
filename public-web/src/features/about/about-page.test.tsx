import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { aPicture, someTexts } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { AboutPage } from './about-page.tsx';

async function open(texts: unknown = someTexts()) {
  respondWith({ '/public/texts': texts });
  const { container } = renderAt('/about', <AboutPage />);
  await screen.findByRole('heading', { level: 1, name: 'About' });
  return [...container.querySelectorAll('p, h2, dt, dd')].map(({ textContent }) => textContent);
}

describe('AboutPage', () => {
  it('shows the story in paragraphs, and the philosophy', async () => {
    expect(await open()).toEqual([
      'I am Elin.',
      'I have walked far.',
      'I go back.',
      'Philosophy',
      'Authenticity',
      'What was there.',
      'Moment',
      'When it was.',
      'Expression',
      'As it felt.',
    ]);
  });

  it('shows a portrait and the exhibitions, with the headings of the artist', async () => {
    const exhibitions = [
      { year: '2025', title: 'Slack Water', place: 'Harbour Rooms', link: 'https://example.com/show' },
      { year: '', title: 'Early Light', place: '', link: '' },
    ];
    const aboutPortrait = aPicture({ title: 'Elin at the quay', width: 2000, height: 2500 });
    respondWith({
      '/public/texts': someTexts({
        aboutPortrait,
        exhibitions,
        aboutTitle: 'Über mich',
        exhibitionsTitle: 'Ausstellungen',
      }),
    });
    renderAt('/about', <AboutPage />);

    const title = await screen.findByRole('heading', { level: 1, name: 'Über mich' });
    expect(title).not.toHaveAttribute('lang');
    expect(screen.getByRole('img', { name: 'Elin at the quay' })).toBeVisible();
    const list = within(screen.getByRole('region', { name: 'Ausstellungen' }));
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '2025Slack WaterHarbour Rooms',
      'Early Light',
    ]);
    expect(list.getAllByRole('link')).toHaveLength(1);
    expect(list.getByRole('link', { name: 'Slack Water' })).toHaveAttribute('href', 'https://example.com/show');
    expect(screen.getByText('Authenticity')).toHaveAttribute('lang', 'en');
  });

  it('leaves out empty texts', async () => {
    const terms = await open(someTexts({ aboutStory: ['I am Elin.'], aboutMoment: '' }));

    expect(terms).toEqual(['I am Elin.', 'Philosophy', 'Authenticity', 'What was there.', 'Expression', 'As it felt.']);
  });

  it('links to the galleries without any text', async () => {
    const texts = someTexts({ aboutStory: [], aboutAuthenticity: '', aboutMoment: '', aboutExpression: '' });

    expect(await open(texts)).toEqual(['Nothing here yet']);
    expect(screen.getByRole('link', { name: 'View Galleries' })).toHaveAttribute('href', '/galleries');
    expect(document.querySelector('meta[name=description]')).not.toHaveAttribute(
      'content',
      expect.stringMatching(/story/),
    );
  });

  it('shows an error, and the texts at Try Again', async () => {
    const responses: Record<string, unknown> = { '/public/texts': 503 };
    respondWith(responses);
    renderAt('/about', <AboutPage />);
    expect(await screen.findByRole('alert')).toHaveTextContent('Something went wrong');

    responses['/public/texts'] = someTexts();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));

    expect(await screen.findByText('I am Elin.')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
