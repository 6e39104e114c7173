/** The accepted audio types by file extension. The server detects the type by content. */
export const audioExtensions = ['mp3', 'm4a', 'm4b', 'ogg', 'opus', 'flac', 'wav'] as const;
export type AudioExtension = (typeof audioExtensions)[number];
