import { type MoveConfig, move } from '#server/features/backup/move/move-commands';
import type { Addresses } from '#server/core/db/arrive';

/* A process that moves a catalogue and kills itself at a given step. Used by move.test.ts. */

const [text = '{}', step = ''] = process.argv.slice(2);
const { config, target } = JSON.parse(text) as { config: MoveConfig; target: Addresses };
await move(config, target, (line) => {
  if (step !== '' && line.startsWith(step)) process.kill(process.pid, 'SIGKILL');
});
