import { onlineManager } from '@tanstack/react-query';
import { Component, useEffect, type ReactNode } from 'react';
import { Notice } from './notice.tsx';
import { Offline, useOnline } from '../layout/offline.tsx';

interface ErrorBoundaryProps {
  /** Where the children belong. A failure is forgotten when this changes. */
  place: string;
  /** Called before the children are tried again. */
  onReset?: () => void;
  children: ReactNode;
}

/** Shows a card instead of the page that failed, with a way to try it again. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate(before: ErrorBoundaryProps) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  private readonly tryAgain = () => {
    this.props.onReset?.();
    this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? <Failure onAct={this.tryAgain} /> : this.props.children;
  }
}

function Failure({ onAct }: { onAct: () => void }) {
  const isOnline = useOnline();
  useEffect(
    () =>
      onlineManager.subscribe((isBack) => {
        if (isBack) onAct();
      }),
    [onAct],
  );
  if (!isOnline) return <Offline page />;
  return (
    <Notice page title="Oops!" alert onAct={onAct} action="Try Again">
      Something went wrong
    </Notice>
  );
}
