/**
 * Returns the key by which names of authors are compared. Case and repeated spaces are ignored. Accents, the Turkish `ı` and compatibility
 * forms are significant. `İ` is a capital `i`.
 */
export function contributorNameKey(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** The first words of family names such as "Le Guin", which are written before a comma. */
export const nameParticles =
  /^(al|ben|bin|da|de|del|della|den|der|di|dos|du|el|ibn|la|le|les|mac|o'|san|st\.?|ten|ter|van|von|zu)$/iu;
