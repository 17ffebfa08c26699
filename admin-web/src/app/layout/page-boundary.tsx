import { Button, Notice } from '@portfolio/ui';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useFaultReports } from '../fault-reports.ts';

/** Error boundary of a page, with a retry. Reports the fault; navigation resets it. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const report = useFaultReports();
  return (
    <Boundary resetKey={pathname} onFault={report}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  /** A change resets the boundary. */
  resetKey: string;
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
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.setState({ failed: false });
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
