import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A new value renders the children again. */
  resetKey?: string;
  /** Renders in place of the children after an error. */
  fallback: (reset: () => void) => ReactNode;
  onError?: (error: unknown) => void;
  children: ReactNode;
}

/** Shows a fallback in place of children that throw while rendering. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override componentDidUpdate({ resetKey }: ErrorBoundaryProps, { failed }: { failed: boolean }) {
    // Not for an error of the new children.
    if (failed && resetKey !== this.props.resetKey) this.reset();
  }

  private readonly reset = () => this.setState({ failed: false });

  override render() {
    return this.state.failed ? this.props.fallback(this.reset) : this.props.children;
  }
}
