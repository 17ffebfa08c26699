import { useEffect, useState } from 'react';

/** An address under which the page can show a file from the artist's disk, let go of when it is no longer shown. */
export function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
