import { useEffect, useEffectEvent, useRef, type MouseEvent, type RefObject } from 'react';
import type { LoadMore } from '../data/use-load-more.ts';
import { isForBrowser } from '../router/page-link.tsx';
import { showCount } from './format.tsx';
import { Failure, useOnline } from './notice.tsx';
import styles from './show-more.module.css';
import text from './text.module.css';

interface ShowMoreProps {
  more: LoadMore<unknown>;
  /** Name of the items, such as `photo`. */
  one: string;
  many?: string;
  shown: number;
  /** Absent for a list that starts in the middle. */
  total?: number | undefined;
  /** The growing list, or lists. Their items have links or are focusable. */
  list: RefObject<HTMLElement | null>;
  /** Address of the page that starts at a cursor, for visitors without JavaScript. */
  address?: (cursor: string) => string;
  /** Parts that load by scrolling before the next click, so that the end of the page stays in reach. */
  automaticParts?: number;
}

const itemsOf = ({ current }: RefObject<HTMLElement | null>) => [...(current?.querySelectorAll('li') ?? [])];

/** Link that loads the next part of a long list. Parts also load by scrolling near the end of the list. */
export function ShowMore({
  more: { next, state, load },
  one,
  many = `${one}s`,
  shown,
  total,
  list,
  address = (cursor) => `?from=${encodeURIComponent(cursor)}`,
  automaticParts = 2,
}: ShowMoreProps) {
  const link = useRef<HTMLAnchorElement>(null);
  const automatic = useRef(automaticParts);
  /** Number of items at the last click, until the new ones are there. */
  const clickedAt = useRef<number>(undefined);

  const isWaiting = !useOnline() && state === 'busy';
  /** Whether the visitor has read that the part will load. */
  const hasWaited = useRef(false);
  useEffect(() => {
    hasWaited.current = isWaiting || (hasWaited.current && state === 'busy');
  }, [isWaiting, state]);
  const loadPart = useEffectEvent(load);
  const hasLink = state !== 'failed' && next !== null;
  useEffect(() => {
    const last = itemsOf(list).at(-1);
    if (!link.current || !last || typeof IntersectionObserver === 'undefined') return;
    // A part that arrives while the end is in view is not appended, so that nothing moves on the screen, unless
    // the visitor asks for it meanwhile.
    const mayAppend = () => {
      if (clickedAt.current !== undefined || hasWaited.current) return true;
      const end = itemsOf(list).at(-1) ?? last;
      const isBelowView = end.getBoundingClientRect().top > window.innerHeight;
      if (isBelowView) automatic.current -= 1;
      return isBelowView;
    };
    const onChange: IntersectionObserverCallback = ([entry]) => {
      if (entry?.isIntersecting && automatic.current > 0) void loadPart(mayAppend);
    };
    const nearEnd = new IntersectionObserver(onChange, { rootMargin: '400% 0px' });
    const leftView = new IntersectionObserver(onChange, { rootMargin: '-100% 0px 400%', threshold: 1 });
    nearEnd.observe(link.current);
    leftView.observe(last);
    return () => {
      nearEnd.disconnect();
      leftView.disconnect();
    };
    // Each part gets new observers: they report at once if the end is still near.
  }, [shown, hasLink, list]);

  useEffect(() => {
    const at = clickedAt.current;
    if (at === undefined || (at >= shown && state !== 'failed')) return;
    const item = itemsOf(list).at(at < shown ? at : -1);
    // A failure removes the link: its focus moves to the last item.
    if (at < shown || document.activeElement === document.body) {
      (item?.querySelector('a') ?? item)?.focus({ preventScroll: true });
    }
    clickedAt.current = undefined;
  }, [shown, state, list]);

  const loadOnClick = () => {
    clickedAt.current = shown;
    automatic.current = automaticParts;
    void load();
  };
  const onClick = (event: MouseEvent) => {
    if (isForBrowser(event)) return;
    event.preventDefault();
    loadOnClick();
  };
  return (
    <div className={styles.more} lang="en">
      <p role="status" className={styles.count}>
        {isWaiting
          ? `You are offline. More ${many} will load when the connection is back.`
          : total !== undefined && shown < total && `${shown} of ${showCount(total, one, many)}`}
      </p>
      {state === 'failed' && next !== null ? (
        <Failure onRetry={loadOnClick}>{`Failed to load more ${many}`}</Failure>
      ) : (
        hasLink && (
          <a
            ref={link}
            href={address(next)}
            className={text.framed}
            aria-disabled={state === 'busy' || undefined}
            onClick={onClick}
          >
            {`Show more ${many}`}
          </a>
        )
      )}
    </div>
  );
}
