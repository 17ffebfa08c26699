import type { MouseEvent } from 'react';
import { isForBrowser } from '../../app/router/page-link.tsx';
import text from '../../app/components/text.module.css';
import type { LoadMore } from '../../app/data/use-load-more.ts';
import styles from './comments.module.css';

export interface ShowMoreProps {
  more: LoadMore<unknown>;
  /** Where the comments from a cursor on are shown. */
  address: (cursor: string) => string;
  onAsk: () => void;
}

/** The way to the next comments: a link to where they are, which fetches them to where one is. */
export function ShowMore({ more: { next, state, load }, address, onAsk }: ShowMoreProps) {
  if (!next) return null;
  const show = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    onAsk();
    void load();
  };
  return (
    <>
      {state === 'failed' && (
        <p role="alert" className={styles.none} lang="en">
          The comments cannot be shown right now.
        </p>
      )}
      <a
        href={address(next)}
        className={`${text.framed} ${styles.again}`}
        lang="en"
        aria-disabled={state === 'busy' || undefined}
        onClick={show}
      >
        {state === 'failed' ? 'Try Again' : 'Show more comments'}
      </a>
    </>
  );
}
