type Task = () => Promise<unknown>;

const tasks = new Set<Task>();

/**
 * Adds a task that sends data before the session ends, such as unsaved content.
 * @returns a function that removes the task
 */
export function beforeSignOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/**
 * Starts all tasks.
 * @returns undefined if there are none
 */
export const runBeforeSignOut = (): Promise<unknown> | undefined =>
  tasks.size === 0 ? undefined : Promise.allSettled([...tasks].map((task) => task()));
