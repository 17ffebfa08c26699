import { useCallback, useEffect, useState } from 'react';

/** Says of a part of the page whether something in it has not been saved. */
export type MarkDirty = (part: string, isDirty: boolean) => void;

/** Whether there is something unsaved anywhere on the page, of which each part knows its own. */
export function useDirtyParts(): { isDirty: boolean; mark: MarkDirty } {
  const [parts, setParts] = useState<string[]>([]);
  const mark = useCallback<MarkDirty>(
    (part, isDirty) =>
      setParts((before) => {
        if (before.includes(part) === isDirty) return before;
        return isDirty ? [...before, part] : before.filter((other) => other !== part);
      }),
    [],
  );
  return { isDirty: parts.length > 0, mark };
}

/** Keeps the page told about one part, as long as that is there. */
export function useDirtyPart(mark: MarkDirty, part: string, isDirty: boolean): void {
  useEffect(() => {
    mark(part, isDirty);
    return () => mark(part, false);
  }, [mark, part, isDirty]);
}
