import { parseArgs } from 'node:util';
import { printLine } from '#server/core/command-output';
import { OperatorError } from '#server/core/errors';
import { readConfig } from './config.ts';

type Env = Readonly<Record<string, string | undefined>>;

const options = {
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  back: { type: 'boolean' },
  cancel: { type: 'boolean' },
} as const;

/** Runs `lectern move`. @throws OperatorError with `usage` for invalid arguments */
export async function moveCommand(args: string[], env: Env, usage: string): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const { to: databaseUrl, back, cancel, 'dry-run': isPlan } = values;
  const [blobStoreUrl, ...others] = positionals;
  const isWhole = (databaseUrl === undefined) === (blobStoreUrl === undefined) && others.length === 0;
  const actions = [databaseUrl !== undefined, back, cancel].filter(Boolean).length;
  if (!isWhole || actions !== 1 || (isPlan && databaseUrl === undefined)) throw new OperatorError(usage);
  const commands = await import('#server/features/backup/move/move-commands');
  const config = readConfig(env);
  if (back) return commands.moveBack(config, printLine);
  if (cancel) return commands.cancelMove(config, printLine);
  // Both URLs are validated like the environment variables.
  const target = readConfig({
    ...env,
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: undefined,
    BLOB_STORE_URL: blobStoreUrl,
  });
  return isPlan ? commands.planMove(config, target, printLine) : commands.move(config, target, printLine);
}
