import '@testing-library/jest-dom/jest-globals';
import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { someSettings, someTexts } from '../../../test/fixtures.ts';
import { respondWith, renderAt } from '../../../test/render-page.tsx';
import { ImprintPage } from './imprint-page.tsx';

async function open(texts = someTexts(), settings = someSettings()) {
  respondWith({ '/public/texts': texts, '/public/settings': settings });
  const { container } = renderAt('/imprint', <ImprintPage />);
  await screen.findByRole('heading', { level: 1, name: 'Imprint' });
  return [...container.querySelectorAll('h2, p')].map(({ textContent }) => textContent);
}

describe('ImprintPage', () => {
  it('shows name, imprint and privacy', async () => {
    expect(await open()).toEqual([
      'Responsible for this website',
      'Elin Marsh\n1 Quay\nNorthport',
      'Contact',
      'elin@elin.example',
      'Copyright',
      '© Elin Marsh',
      'Please ask before you use a photograph.',
      'Privacy',
      'No cookies.',
      'No trackers.',
    ]);
    expect(screen.getByRole('link')).toHaveAttribute('href', 'mailto:elin@elin.example');
  });

  it('leaves out the headings of empty texts', async () => {
    const texts = someTexts({ imprint: '', contactEmail: '', privacy: [] });

    expect(await open(texts, someSettings({ artistName: '', copyrightLine: '' }))).toEqual([
      'Copyright',
      'Please ask before you use a photograph.',
    ]);
  });
});
