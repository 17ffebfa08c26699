import { useSettings, useSiteName } from '../data/settings.ts';
import { useSite } from '../data/site.ts';
import { AsSent, StructuredData, useArtist } from './structured-data.tsx';

function Written() {
  const { origin } = useSite();
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

/** What search engines are told about the site and whose it is. */
export const SiteStructuredData = import.meta.env?.SSR === false ? AsSent : Written;
