import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (path) => readFileSync(join(root, path), 'utf8');
const wordsIn = (text) => text.split(/\s+/).filter(Boolean).length;

const pagesIn = (folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const records = pagesIn('docs/decisions').filter((page) => /\/\d+-/.test(page));
const pages = [...pagesIn('.'), ...pagesIn('docs'), ...pagesIn('docs/decisions')];

describe('the documentation', () => {
  it.each(pages)('%s links to files that exist', (page) => {
    const links = [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, link]) => link);
    const missing = links.filter((link) => !/^\w+:/.test(link) && !existsSync(join(root, dirname(page), link)));

    expect(missing).toEqual([]);
  });

  it('has at most 15,000 words in docs/, and 1,200 in docs/architecture.md', () => {
    const counted = pages.filter((page) => page.startsWith('docs/'));

    expect(counted.reduce((sum, page) => sum + wordsIn(read(page)), 0)).toBeLessThanOrEqual(15_000);
    expect(wordsIn(read('docs/architecture.md'))).toBeLessThanOrEqual(1_200);
  });

  it.each(records)('%s has Context, Decision and Consequences, in at most 250 words of prose', (record) => {
    const text = read(record);
    const prose = text.replaceAll(/^```[\s\S]*?^```$|^\|.*$/gm, '');

    expect([...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
    expect(wordsIn(prose)).toBeLessThanOrEqual(250);
  });
});
