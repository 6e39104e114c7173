/** Returns true for files that operating systems add to folders. */
export const isSystemFile = (path: string): boolean =>
  /(^|\/)(__MACOSX|\.[^/]*|Thumbs\.db|desktop\.ini)(\/|$)/i.test(path);

/** Returns true for files that often accompany a book and need no warning. */
export const isAccompanyingFile = (path: string): boolean =>
  /\.(txt|nfo|m3u8?|pls|sfv|md5|log|html?|xml|opf)$/i.test(path);
