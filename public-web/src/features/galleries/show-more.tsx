import { useEffect, useRef, type MouseEvent, type RefObject } from 'react';
import { Notice } from '../../app/notice.tsx';
import { isForBrowser } from '../../app/page-link.tsx';
import text from '../../app/text.module.css';
import { showCount } from '../../app/show.ts';
import type { More } from '../../app/use-more.ts';
import styles from './show-more.module.css';

/** Parts that come by themselves before one has to ask again: whoever wants to the end of the page gets there. */
const UNASKED = 2;

export interface ShowMoreProps {
  more: More<unknown>;
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
  useEffect(() => {
    // While a part is on its way a new observer would report at once, and use up a part that comes by itself.
    if (state !== 'idle' || !link.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || unasked.current === 0) return;
        unasked.current -= 1;
        // Nothing moves under anybody's eyes: once the end is in view, the next part waits until it is asked for.
        void latest.current(() => isBelowView(list.current?.lastElementChild));
      },
      { rootMargin: '400% 0px' },
    );
    observer.observe(link.current);
    return () => observer.disconnect();
    // Looked at anew after each part: the end may be near still.
  }, [shown, state, list]);

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
    <div className={styles.more}>
      <p role="status" className={styles.count}>
        {total !== undefined && shown < total && `${shown} of ${showCount(total, one, many)}`}
      </p>
      {state === 'failed' && next !== null ? (
        <Notice alert action="Try Again" onAct={ask}>
          {`Failed to load more ${many}`}
        </Notice>
      ) : (
        next !== null && (
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

const isBelowView = (element: Element | null | undefined) =>
  element !== null && element !== undefined && element.getBoundingClientRect().top > window.innerHeight;
