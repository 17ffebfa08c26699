import { Component, type ReactNode } from 'react';
import { Notice } from './notice.tsx';

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
    if (!this.state.failed) return this.props.children;
    return (
      <Notice page title="Oops!" alert onAct={this.tryAgain} action="Try Again">
        Something went wrong
      </Notice>
    );
  }
}
