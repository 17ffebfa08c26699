import type { ReactNode } from 'react';
import { Account } from './account.tsx';
import { useRouteFocus } from '../router/route-focus.ts';
import { Background, useBackground } from './background.tsx';
import styles from './layout.module.css';
import { MenuLink, PageLink } from '../router/page-link.tsx';
import { useSettings, useSiteName } from '../data/settings.ts';
import { Toasts } from './toasts.tsx';

/** An address, in which the host and what follows it are found. */
const ADDRESS = /^https?:\/\/(?:[^/?#\\]*@)?(?:www\.)?([^/?#\\]+)(.*?)\/?$/s;
const hostOf = (link: string) => link.replace(ADDRESS, '$1');

/** Where a link leads, in a word: `social.example`; `social.example/elin` where another leads to the same host. */
const nameOf = (link: string, links: string[]) =>
  links.filter((other) => hostOf(other) === hostOf(link)).length > 1 ? link.replace(ADDRESS, '$1$2') : hostOf(link);

/** What surrounds every page for visitors. */
export function Layout({ children }: { children: ReactNode }) {
  const main = useRouteFocus();
  const name = useSiteName();
  const { copyrightLine, socialLinks } = useSettings();
  const background = useBackground('page');
  return (
    <div className={styles.site} data-ground={background ? 'page' : undefined}>
      <a className={styles.skip} href="#content" lang="en">
        Skip to content
      </a>
      {background && <Background picture={background} ground="page" />}
      <header className={styles.header}>
        <PageLink to="/" className={styles.name} dir="auto">
          {name}
        </PageLink>
        <nav aria-label="Main" lang="en">
          <ul className={styles.menu}>
            <li>
              <MenuLink to="/">Home</MenuLink>
            </li>
            <li>
              <MenuLink to="/galleries" holds={['/gallery/', '/photo/']}>
                Galleries
              </MenuLink>
            </li>
            <li>
              <MenuLink to="/about">About</MenuLink>
            </li>
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
                    {nameOf(link, socialLinks)}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav aria-label="Footer" lang="en">
          <ul className={styles.menu}>
            <li>
              <MenuLink to="/contact">Contact</MenuLink>
            </li>
            <li>
              <MenuLink to="/imprint">Imprint</MenuLink>
            </li>
          </ul>
        </nav>
      </footer>
      <Toasts />
    </div>
  );
}
