import { Badge } from '@portfolio/ui/badge';

/** Tells the administrator that nobody else sees the page. */
export function HiddenBadge() {
  return (
    <p lang="en">
      <Badge>Hidden from visitors</Badge>
    </p>
  );
}
