import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { Notice } from '../../app/components/notice.tsx';
import { isForBrowser } from '../../app/router/page-link.tsx';
import text from '../../app/components/text.module.css';
import { showCount } from '../../app/components/format.tsx';
import type { LoadMore } from '../../app/data/use-load-more.ts';
import styles from './show-more.module.css';

/** Parts that come by themselves before one has to ask again: whoever wants to the end of the page gets there. */
const UNASKED = 2;

export interface ShowMoreProps {
  more: LoadMore<unknown>;
  /** What there is more of, such as `photo`. */
  one: string;
  many: string;
  shown: number;
  /** Of how many; left out where the list does not begin at its beginning. */
  total?: number | undefined;
  /** The list that grows. */
  list: RefObject<HTMLElement | null>;
}

/**
 * The way to the rest of a long list: it comes by itself as one nears its end, and when it is asked for. Without JavaScript
 * it is a page of its own.
 */
export function ShowMore({ more: { next, state, load }, one, many, shown, total, list }: ShowMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const unasked = useRef(UNASKED);
  /** How many there were when more was asked for, until it is there. */
  const asked = useRef<number>(undefined);

  const latest = useRef(load);
  useEffect(() => {
    latest.current = load;
  });
  const hasLink = state !== 'failed' && next !== null;
  useEffect(() => {
    const last = list.current?.lastElementChild;
    if (!link.current || !last || typeof IntersectionObserver === 'undefined') return;
    // Nothing moves under anybody's eyes: a part that comes while the end is in view waits, and is not used up.
    const isWelcome = () => {
      const end = list.current?.lastElementChild ?? last;
      const isBelowView = end.getBoundingClientRect().top > window.innerHeight;
      if (isBelowView) unasked.current -= 1;
      return isBelowView;
    };
    const comeNear: IntersectionObserverCallback = ([entry]) => {
      if (entry?.isIntersecting && unasked.current > 0) void latest.current(isWelcome);
    };
    const nearEnd = new IntersectionObserver(comeNear, { rootMargin: '400% 0px' });
    const leftView = new IntersectionObserver(comeNear, { rootMargin: '-100% 0px 400%', threshold: 1 });
    nearEnd.observe(link.current);
    leftView.observe(last);
    return () => {
      nearEnd.disconnect();
      leftView.disconnect();
    };
    // Anew after each part, for the end may be near still, and not while one is on its way: each reports at once.
  }, [shown, hasLink, list]);

  useEffect(() => {
    if (asked.current === undefined || asked.current >= shown) return;
    list.current?.children[asked.current]?.querySelector('a')?.focus({ preventScroll: true });
    asked.current = undefined;
  }, [shown, list]);

  const ask = () => {
    asked.current = shown;
    unasked.current = UNASKED;
    void load();
  };
  const follow = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    ask();
  };
  return (
    <div className={styles.more} lang="en">
      <p role="status" className={styles.count}>
        {total !== undefined && shown < total && `${shown} of ${showCount(total, one, many)}`}
      </p>
      {state === 'failed' && next !== null ? (
        <Notice alert action="Try Again" onAct={ask}>
          {`Failed to load more ${many}`}
        </Notice>
      ) : (
        hasLink && (
          <a
            ref={link}
            href={`?from=${encodeURIComponent(next)}`}
            className={text.framed}
            aria-disabled={state === 'busy' || undefined}
            onClick={follow}
          >
            {`Show more ${many}`}
          </a>
        )
      )}
    </div>
  );
}
