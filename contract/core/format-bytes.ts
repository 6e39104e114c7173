const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** Formats a size in decimal units: 1500 becomes "1.5 KB". */
export function formatBytes(bytes: number): string {
  let power = 0;
  // The rounded value decides, so that 999,999 bytes are 1 MB and not 1000 KB.
  while (power < units.length - 1 && Math.round((bytes / 1000 ** power) * 10) / 10 >= 1000) power += 1;
  const value = bytes / 1000 ** power;
  return `${power === 0 ? value : Number(value.toFixed(1))} ${bytes === 1 ? 'byte' : units[power]}`;
}
