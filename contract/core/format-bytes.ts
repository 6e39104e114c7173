const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size: 1536 gives "1.5 KB". */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), units.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 ? value : Number(value.toFixed(1))} ${units[power]}`;
}
