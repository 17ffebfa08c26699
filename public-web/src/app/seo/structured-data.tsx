import type { BreadcrumbList, Graph, Person, Thing } from 'schema-dts';
import { useRouteLocation } from '../router/navigation.ts';
import { useSettings, useSiteName } from '../data/settings.ts';
import { useSite } from '../data/site.ts';

/**
 * What a page says to search engines in the vocabulary of schema.org, as a block of data that no browser runs. What is
 * undefined is left out, and no `<` is in it, so that no text can end the block.
 */
export function StructuredData({ things }: { things: (Thing | undefined)[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) };
  const json = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * Stands in a browser for what the server has written, and leaves it as it is. Machines read the page as it was sent, so
 * the build for browsers leaves out how it is written: a kilobyte that no visitor has a use for. Of pages that a visitor goes
 * on to, nothing is said.
 */
export function AsSent() {
  if (useRouteLocation().how !== 'load') return null;
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/** The artist, as every page names her; undefined while the settings do not. */
export function useArtist(): Person | undefined {
  const { origin } = useSite();
  const { artistName, socialLinks } = useSettings();
  if (!artistName) return undefined;
  const sameAs = socialLinks.length > 0 ? socialLinks : undefined;
  return { '@type': 'Person', '@id': `${origin}/#artist`, name: artistName, url: `${origin}/about`, sameAs };
}

/** The way to a page from the home page on: names and paths. */
export function useBreadcrumbs(...way: [name: string, path: string][]): BreadcrumbList {
  const { origin } = useSite();
  const steps = [[useSiteName(), '/'], ...way];
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}
