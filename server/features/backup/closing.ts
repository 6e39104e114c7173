/** Runs `work` with a resource and closes the resource afterwards, also after an error. */
export async function withClosing<Result>(
  resource: { close(): Promise<void> },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } finally {
    await resource.close();
  }
}
