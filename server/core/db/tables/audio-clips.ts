/** A part of an audio file as a separate file. The row is deleted with that of the whole file. */
export interface AudioClipsTable {
  /** The key of the whole file. */
  audio_key: string;
  /** `start,end` in seconds, as in the URLs of parts. Without an end, the part ends with the file. */
  part: string;
  /** Null if the part cannot be cut. */
  key: string | null;
  /** The time since which no chapter plays it. */
  unused_since: string | null;
}
