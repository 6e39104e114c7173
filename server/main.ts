import { explainStartFailure } from './start-failure.ts';
import { keepYoungHeapSmall } from './young-heap.ts';

/** The process: serves until it is told to stop. */
try {
  keepYoungHeapSmall();
  const { serve } = await import('./serve.ts');
  await serve(process.env);
} catch (error) {
  process.stderr.write(`${explainStartFailure(error)}\n`);
  process.exit(1);
}
