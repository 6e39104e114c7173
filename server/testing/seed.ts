/**
 * The seed of random inputs. It is the same in every run, so that runs are repeatable.
 * Another number in `TEST_SEED` draws others, to search for errors; a failing case becomes one of the `examples`.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 1);
