import { z } from 'zod';

/*
 * An archive is a line that names the format, a line of JSON about encryption with its CRC-32, and frames: kind (1 byte), length of the
 * payload (4 bytes, big endian), payload, seal. The seal is a CRC-32 (4 bytes), or the tag of AES-256-GCM (16 bytes), over the position,
 * the kind, the length and the payload. The order of frames: header; for each table table, rows, tableEnd; for each file file, bytes,
 * fileEnd; end. A shared file is a file of its own beside the archive, of the same format with the frames file, bytes, fileEnd; in the
 * archive it has the frame file only.
 */
export const MAGIC = 'LECTERN BACKUP 1\n';
export const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;
/** Kind and length. */
export const FRAME_HEAD_BYTES = 5;
/** The two lines at the beginning are shorter than this. */
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

/** The first frame: what an archive contains, as far as it is known when it begins. */
export const headerSchema = z.object({
  id: z.string(),
  /** Of the product. */
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
  /** True for the file of a deleted record, which is not served. */
  is_retained: z.boolean(),
  /** True for a file beside the archive. */
  is_shared: z.boolean(),
});
export const fileEndSchema = z.object({ sha256: z.string() });
/** The last frame: an archive without it is incomplete. */
export const endSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), hash: z.string() })),
  files: z.number(),
  /** SHA-256 over the key and the size of each file, in the order of the archive. */
  files_hash: z.string(),
});
export type ArchiveEnd = z.infer<typeof endSchema>;
