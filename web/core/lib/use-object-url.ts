import { useEffect, useState } from 'react';

/** Returns an object URL of a chosen file while it is chosen. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [objectUrl, setObjectUrl] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the URL must be revoked, so it cannot be created during render
    setObjectUrl({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return objectUrl && objectUrl.file === file ? objectUrl.url : undefined;
}
