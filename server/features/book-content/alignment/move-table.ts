/** The moves into the searched states of each frame. */
export function createMoveTable(frames: number) {
  let moves = new Uint8Array(frames * 256);
  const firsts = new Int32Array(frames);
  const offsets = new Float64Array(frames);
  let length = 0;
  return {
    /** Starts a row, and returns where the move of a state is stored: this number plus the state. */
    open(frame: number, first: number, most: number): number {
      if (length + most > moves.length) {
        const larger = new Uint8Array(Math.max(length + most, moves.length * 2));
        larger.set(moves);
        moves = larger;
      }
      firsts[frame] = first;
      offsets[frame] = length;
      return length - first;
    },
    close(count: number): void {
      length += count;
    },
    moves: () => moves,
    moveInto: (frame: number, state: number): number =>
      moves[Math.max(0, offsets[frame]! + state - firsts[frame]!)]!,
  };
}

export type MoveTable = ReturnType<typeof createMoveTable>;
