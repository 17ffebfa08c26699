import type { BreadcrumbList, Graph, Person, Thing } from 'schema-dts';
import { useOrigin } from '../data/contexts.ts';
import { useSettings, useSiteName } from '../data/settings.ts';
import { useRouteLocation } from '../router/navigation.ts';

/** JSON-LD block in the vocabulary of schema.org. It contains no `<`, so no text can end the block. */
export function StructuredData({ things }: { things: (Thing | undefined)[] }) {
  const graph: Graph = { '@context': 'https://schema.org', '@graph': things.filter((thing) => thing !== undefined) };
  const json = JSON.stringify(graph).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/**
 * Leaves the server's JSON-LD as it is while hydrating; nothing after a navigation. Crawlers read the server's HTML, so the
 * build for browsers leaves out the code that writes it: 1 kB.
 */
export function ServerStructuredData() {
  if (useRouteLocation().type !== 'load') return null;
  return <script type="application/ld+json" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />;
}

/** The artist; undefined without a name in the settings. */
export function useArtist(): Person | undefined {
  const origin = useOrigin();
  const { artistName, socialLinks } = useSettings();
  if (!artistName) return undefined;
  const sameAs = socialLinks.length > 0 ? socialLinks : undefined;
  return { '@type': 'Person', '@id': `${origin}/#artist`, name: artistName, url: `${origin}/about`, sameAs };
}

/** Breadcrumbs below the home page: names and paths. */
export function useBreadcrumbs(...crumbs: [name: string, path: string][]): BreadcrumbList {
  const origin = useOrigin();
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [[useSiteName(), '/'], ...crumbs].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: `${origin}${path}`,
    })),
  };
}

function SiteData() {
  const origin = useOrigin();
  const name = useSiteName();
  const { language } = useSettings();
  const artist = useArtist();
  const author = artist && { '@id': `${origin}/#artist` };
  return (
    <StructuredData
      things={[
        { '@type': 'WebSite', '@id': `${origin}/#site`, name, url: `${origin}/`, inLanguage: language, author },
        artist,
      ]}
    />
  );
}

/** The site and its artist. */
export const SiteStructuredData = import.meta.env?.SSR === false ? ServerStructuredData : SiteData;
