import { Badge } from '@portfolio/ui/badge';
import { ErrorBoundary } from '@portfolio/ui/error-boundary';
import { Notice } from '@portfolio/ui/notice';
import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { PageLink } from '../router/page-link.tsx';
import { PageHead } from '../seo/page-head.tsx';
import text from './text.module.css';

interface FailureProps {
  title?: string;
  heading?: 'h1';
  children: ReactNode;
  onRetry: () => void;
}

/** Error message with Try Again. Where JavaScript does not run, it is a plain link that reloads the page. */
export function Failure({ onRetry, ...rest }: FailureProps) {
  const retry = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    // The link is about to be removed, so the focus moves to the content.
    document.getElementById('content')?.focus({ preventScroll: true });
    onRetry();
  };
  // Space scrolls the page on a link, and clicks a button.
  const onKeyDown = (event: KeyboardEvent) => event.key === ' ' && retry(event);
  const action = (
    <a href="" role="button" className={text.framed} onClick={retry} onKeyDown={onKeyDown}>
      Try Again
    </a>
  );
  return <Notice tone="failure" action={action} {...rest} />;
}

/** Error message in place of a page. `title` is that of the document. */
export const PageFailure = ({ title, onRetry }: { title?: string; onRetry: () => void }) => (
  <>
    {title && <PageHead title={title} />}
    <Failure heading="h1" title="Oops!" onRetry={onRetry}>
      Something went wrong
    </Failure>
  </>
);

interface PageNotFoundProps {
  title?: string;
  children?: ReactNode;
  /** Address of the link. */
  to?: string;
  /** Text of the link. */
  action?: string;
}

export const PageNotFound = ({
  title = 'Page not found',
  children = 'There is nothing at this address.',
  to = '/',
  action = 'Go to the home page',
}: PageNotFoundProps) => (
  <>
    <PageHead title={title} />
    <Notice
      heading="h1"
      title={title}
      action={
        <PageLink to={to} className={text.framed}>
          {action}
        </PageLink>
      }
    >
      {children}
    </Notice>
  </>
);

/** Whether the browser is online; offline, requests wait. */
export const useOnline = () =>
  useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );

/** Notice in place of a page, or of a part of one, that loads once the browser is online again. */
export const Offline = ({ heading }: { heading?: 'h1' | undefined }) => (
  <Notice heading={heading} title="You are offline" tone="failure">
    This page will load when the connection is back.
  </Notice>
);

interface PageBoundaryProps {
  /** A new address resets the boundary. */
  address: string;
  onRetry: () => void;
  children: ReactNode;
}

/** Shows an error message in place of children that fail to render. */
export function PageBoundary({ address, onRetry, children }: PageBoundaryProps) {
  const retryWith = (reset: () => void) => () => {
    onRetry();
    reset();
  };
  return (
    <ErrorBoundary resetKey={address} fallback={(reset) => <Crash onRetry={retryWith(reset)} />}>
      {children}
    </ErrorBoundary>
  );
}

/** Retries by itself when the browser is online again. */
function Crash({ onRetry }: { onRetry: () => void }) {
  useEffect(() => onlineManager.subscribe((isOnline) => isOnline && onRetry()), [onRetry]);
  const isOnline = useOnline();
  return (
    <>
      <title>{isOnline ? 'Oops!' : 'You are offline'}</title>
      {isOnline ? <PageFailure onRetry={onRetry} /> : <Offline heading="h1" />}
    </>
  );
}

/** For the administrator and guests, on a page that other visitors do not see. */
export const NotPublicBadge = () => (
  <p lang="en">
    <Badge>Not public</Badge>
  </p>
);
