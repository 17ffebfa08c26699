import { Button, Notice } from '@portfolio/ui';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useFaultReports } from '../fault-reports.ts';

/** Shows a card instead of the page that failed, with a way to try it again; the site hears of it. Another page is not held by it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const report = useFaultReports();
  return (
    <Boundary place={pathname} onFault={report}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  /** A failure is forgotten when this changes. */
  place: string;
  onFault: (fault: unknown) => void;
  children: ReactNode;
}

class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(fault: Error) {
    this.props.onFault(fault);
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.place !== this.props.place) this.setState({ failed: false });
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice
        tone="failure"
        heading="h1"
        title="Oops!"
        action={<Button onClick={() => this.setState({ failed: false })}>Try Again</Button>}
      >
        Something went wrong
      </Notice>
    );
  }
}
