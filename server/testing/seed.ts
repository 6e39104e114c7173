/**
 * What random inputs are drawn from: the same in every run, so that a run repeats itself and a change is judged by what it changes.
 * Another number in `TEST_SEED` draws others, to look for faults; a case that is found becomes one of the `examples`.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 1);
