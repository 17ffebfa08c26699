import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useToken } from '../data/session.ts';
import { useSettings, useSiteName } from '../data/settings.ts';
import { MenuLink, PageLink } from '../router/page-link.tsx';
import { useRouteFocus } from '../router/route-focus.ts';
import { Background, useBackground } from './background.tsx';
import styles from './layout.module.css';
import { Toasts } from './toasts.tsx';

/** Captures host and path. */
const URL_PATTERN = /^https?:\/\/(?:[^/?#\\]*@)?(?:www\.)?([^/?#\\]+)(.*?)\/?$/is;
const hostOf = (link: string) => link.replace(URL_PATTERN, '$1');

/** `social.example`, or `social.example/elin` if another link has the same host. */
const labelOf = (link: string, links: string[]) =>
  links.filter((other) => hostOf(other) === hostOf(link)).length > 1 ? link.replace(URL_PATTERN, '$1$2') : hostOf(link);

/** Header, content, footer and toasts of every page. */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRouteFocus();
  const name = useSiteName();
  const { copyrightLine, socialLinks } = useSettings();
  const background = useBackground('page');
  return (
    <div className={styles.site} data-background={background ? 'page' : undefined}>
      <a className={styles.skip} href="#content" lang="en">
        Skip to content
      </a>
      {background && <Background picture={background} area="page" />}
      <header className={styles.header}>
        <PageLink to="/" className={styles.name} dir="auto">
          {name}
        </PageLink>
        <nav aria-label="Main" lang="en">
          <ul className={styles.menu}>
            <MenuLink to="/">Home</MenuLink>
            <MenuLink to="/galleries" subpages={['/gallery/', '/tags/', '/photo/']}>
              Galleries
            </MenuLink>
            <MenuLink to="/about">About</MenuLink>
          </ul>
        </nav>
        <div className={styles.account}>
          <Account />
        </div>
      </header>
      <main id="content" ref={main} tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        {copyrightLine && (
          <p className={styles.copyright} dir="auto">
            {copyrightLine}
          </p>
        )}
        {socialLinks.length > 0 && (
          <nav aria-label="Social links" lang="en">
            <ul className={styles.menu}>
              {socialLinks.map((link) => (
                <li key={link}>
                  <a href={link} rel="me noopener">
                    {labelOf(link, socialLinks)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Footer" lang="en">
          <ul className={styles.menu}>
            <MenuLink to="/contact">Contact</MenuLink>
            <MenuLink to="/imprint">Imprint</MenuLink>
          </ul>
        </nav>
        <button type="button" id="theme-switch" className={styles.theme} lang="en">
          <span>Dark</span>
          <span>Light</span> theme
        </button>
      </footer>
      <Toasts />
    </div>
  );
}

/** Links of a signed-in administrator, whose code visitors never download. */
export function Account() {
  const token = useToken();
  const [loaded, setLoaded] = useState<{ SignedIn: ComponentType<{ token: string }> }>();
  useEffect(() => {
    if (!token) return;
    // On failure the page stays as visitors see it.
    import('../lazy/signed-in.tsx').then(setLoaded, () => undefined);
  }, [token]);
  return token && loaded ? <loaded.SignedIn token={token} /> : null;
}
