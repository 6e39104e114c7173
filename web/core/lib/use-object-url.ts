import { useEffect, useState } from 'react';

/** An address under which the page can show a chosen file, for as long as it is chosen. */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [objectUrl, setObjectUrl] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    // oxlint-disable-next-line react/set-state-in-effect -- the address has to be given back, so no render may make it
    setObjectUrl({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return objectUrl && objectUrl.file === file ? objectUrl.url : undefined;
}
