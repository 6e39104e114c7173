/** Does the work with what is open, and closes it, whether the work succeeds or fails. */
export async function closing<Result>(
  opened: { close(): Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await opened.close();
  }
}
