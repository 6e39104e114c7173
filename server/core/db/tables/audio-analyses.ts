import type { Selectable } from 'kysely';

/** The result of the analysis of an audio file. The row is deleted with that of the file. */
export interface AudioAnalysesTable {
  audio_key: string;
  /** The version of the analysis. */
  version: number;
  state: 'done' | 'failed';
  /** The exact duration with fractions. */
  seconds: number | null;
  sample_rate: number | null;
  channels: number | null;
  codec: string;
  floor_db: number | null;
  speech_db: number | null;
  lufs: number | null;
  true_peak_db: number | null;
  /** Null for silence, and for audio that was analysed by an earlier version. */
  rms_db: number | null;
  /** The key of the blob with the waveform. */
  peaks_key: string | null;
  /** The key of the blob that alignments read instead of the audio. Null for audio that was analysed by an earlier version. */
  features_key: string | null;
  /** A JSON list of alternating starts and ends, in hundredths of a second. */
  silences: string;
  /** The same for clipped parts. Null for failed analyses, and for audio that was analysed by an earlier version. */
  clipped: string | null;
  /** A JSON list of times, in hundredths of a second. Null in the same cases. */
  clicks: string | null;
  /** A JSON list of messages. */
  problems: string;
  error: string | null;
  created_at: string;
}

export type AudioAnalysisRow = Selectable<AudioAnalysesTable>;
