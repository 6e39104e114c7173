type Task = () => Promise<unknown>;

const tasks = new Set<Task>();

/** Adds what is sent in the session that is about to end, such as unsaved content. @returns removes it again */
export function beforeSignOut(task: Task): () => void {
  tasks.add(task);
  return () => void tasks.delete(task);
}

/** Starts all tasks. @returns undefined when there are none */
export const runBeforeSignOut = (): Promise<unknown> | undefined =>
  tasks.size === 0 ? undefined : Promise.allSettled([...tasks].map((task) => task()));
