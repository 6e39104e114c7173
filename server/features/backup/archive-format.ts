import { z } from 'zod';

/*
 * The archive format:
 * - Line 1: the name of the format.
 * - Line 2: JSON with the encryption parameters, and its CRC-32.
 * - Frames: kind (1 byte), length of the payload (4 bytes, big endian), payload, seal.
 *
 * The seal covers the position, kind, length and payload. It is a CRC-32 (4 bytes) or an AES-256-GCM tag (16 bytes).
 * The frames are in this order: `header`; `table`, `rows`, `tableEnd` for each table; `file`, `bytes`, `fileEnd` for each file; `end`.
 * A shared file is stored next to the archive in the same format, with the frames `file`, `bytes` and `fileEnd`.
 * The archive contains only the `file` frame of a shared file.
 */
export const MAGIC = 'LECTERN BACKUP 1\n';
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** The kind (1 byte) and the length (4 bytes). */
export const FRAME_HEAD_BYTES = 5;
/** The maximum length of each of the first two lines. */
export const MAX_PREAMBLE_BYTES = 1_024;

export const frameKinds = {
  header: 1,
  table: 2,
  rows: 3,
  tableEnd: 4,
  file: 5,
  bytes: 6,
  fileEnd: 7,
  end: 8,
} as const;
export type FrameKind = keyof typeof frameKinds;

export const kindNames = new Map<number, FrameKind>(
  Object.entries(frameKinds).map(([name, number]) => [number, name as FrameKind]),
);

/** The first frame: the contents of the archive that are known before it is written. */
export const headerSchema = z.object({
  id: z.string(),
  /** The product version. */
  version: z.string(),
  created_at: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  database_bytes: z.number(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  last_ids: z.record(z.string(), z.number()),
  files: z.object({ count: z.number(), bytes: z.number() }),
});
export type Header = z.infer<typeof headerSchema>;

export const tableSchema = z.object({ name: z.string() });
/** The hash does not depend on the order of the rows (see `createRowsHash`). */
export const tableEndSchema = z.object({ rows: z.number(), hash: z.string() });
export const fileSchema = z.object({
  key: z.string(),
  media_type: z.string(),
  size: z.number(),
  /** True for the file of a deleted record. Such files are not served. */
  is_retained: z.boolean(),
  /** True for a file that is stored next to the archive. */
  is_shared: z.boolean(),
});
export const fileEndSchema = z.object({ sha256: z.string() });
/** The last frame. An archive without it is incomplete. */
export const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  files: z.number(),
  /** The SHA-256 of the key and the size of each file, in archive order. */
  files_hash: z.string(),
});
export type ArchiveEnd = z.infer<typeof endSchema>;
