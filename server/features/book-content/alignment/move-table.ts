/** Bytes of a chunk. A row is in one chunk, which is larger if necessary. */
const CHUNK = 4 * 1024 * 1024;

/** The chunks of this thread, which each table uses again: they are most of the memory of a search. */
const chunks: Uint8Array[] = [];

/** The moves into the searched states of each frame. Only the last table that was created can be used. */
export function createMoveTable(frames: number) {
  const firsts = new Int32Array(frames);
  const offsets = new Int32Array(frames);
  const chunkOf = new Uint16Array(frames);
  let chunk = -1;
  let length = CHUNK;
  const present = (): Uint8Array => chunks[chunk]!;
  return {
    /** Starts a row, and returns where the move of a state is stored: this number plus the state. */
    open(frame: number, first: number, most: number): number {
      if (length + most > CHUNK) {
        chunk += 1;
        if ((chunks[chunk]?.length ?? 0) < most) chunks[chunk] = new Uint8Array(Math.max(CHUNK, most));
        else present().fill(0);
        length = 0;
      }
      firsts[frame] = first;
      offsets[frame] = length;
      chunkOf[frame] = chunk;
      return length - first;
    },
    close(count: number): void {
      length += count;
    },
    /** The chunk of the present row. */
    moves: present,
    moveInto: (frame: number, state: number): number =>
      chunks[chunkOf[frame]!]![Math.max(0, offsets[frame]! + state - firsts[frame]!)]!,
  };
}

export type MoveTable = ReturnType<typeof createMoveTable>;
