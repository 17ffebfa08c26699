import { useCallback, useEffect, useState } from 'react';

/** Reports whether a part of the page has unsaved changes. */
export type MarkDirty = (part: string, isDirty: boolean) => void;

/** Unsaved changes of all parts of the page. */
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

/** Reports the unsaved changes of one part until it unmounts. */
export function useDirtyPart(mark: MarkDirty, part: string, isDirty: boolean): void {
  useEffect(() => {
    mark(part, isDirty);
    return () => mark(part, false);
  }, [mark, part, isDirty]);
}
