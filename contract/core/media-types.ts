/** The kinds of audio that are taken, by the extension of their files. What tells one from another is the server's. */
export const audioExtensions = ['mp3', 'm4a', 'm4b', 'ogg', 'opus', 'flac', 'wav'] as const;
export type AudioExtension = (typeof audioExtensions)[number];
