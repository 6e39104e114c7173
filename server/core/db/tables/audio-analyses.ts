import type { Selectable } from 'kysely';

/** The results of the analysis of an audio file. Its row is deleted with the file's. */
export interface AudioAnalysesTable {
  audio_key: string;
  /** Of the way it was measured. */
  version: number;
  state: 'done' | 'failed';
  /** Exact, with fractions. */
  seconds: number | null;
  sample_rate: number | null;
  channels: number | null;
  codec: string;
  floor_db: number | null;
  speech_db: number | null;
  lufs: number | null;
  true_peak_db: number | null;
  /** The blob with the course of the sound. */
  peaks_key: string | null;
  /** A JSON list of starts and ends by turns, in hundredths of a second. */
  silences: string;
  /** A JSON list of sentences. */
  problems: string;
  error: string | null;
  created_at: string;
}

export type AudioAnalysisRow = Selectable<AudioAnalysesTable>;
