/** A part of an audio file as a file of its own. Its row goes with that of the whole file. */
export interface AudioClipsTable {
  /** The whole. */
  audio_key: string;
  /** `start,end` in seconds, as in the addresses of parts; no end: to the end of the file. */
  part: string;
  /** Null for what cannot be cut. */
  key: string | null;
  /** Since when no chapter plays it. */
  unused_since: string | null;
}
