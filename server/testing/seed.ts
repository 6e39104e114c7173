/**
 * The seed of random inputs. It is constant, so runs are repeatable. `TEST_SEED` sets another seed to search for errors. A failing case is
 * then added to the `examples`.
 */
export const seed = Number(process.env['TEST_SEED'] ?? 1);
