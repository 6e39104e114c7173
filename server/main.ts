import { serve } from './serve.ts';
import { explainStartFailure } from './start-failure.ts';

/** The process: serves until it is told to stop. */
try {
  await serve(process.env);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
