import { explainStartupError } from '#server/app/startup-error';
import { limitYoungGeneration } from '#server/app/v8-flags';

/** Runs the server until the process is stopped. */
try {
  limitYoungGeneration();
  const { serve } = await import('#server/app/run');
  await serve(process.env);
} catch (error) {
  process.stderr.write(`${explainStartupError(error)}\n`);
  process.exit(1);
}
