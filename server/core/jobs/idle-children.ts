import type { ChildProcess } from 'node:child_process';

/** A pool of processes that wait for more of the same work. Starting a process takes some tenths of a second. */
export interface IdleChildren {
  /** Removes a running process of this kind, or of any kind, from the pool and returns it. */
  take(kind?: string): ChildProcess | undefined;
  /**
   * Adds a process that has finished its work, and removes its listeners.
   * @param kind of interchangeable processes
   */
  add(child: ChildProcess, kind?: string): void;
}

export function createIdleChildren(idleMs: number): IdleChildren {
  const idle = new Map<ChildProcess, { readonly timer: NodeJS.Timeout; readonly kind: string }>();
  return {
    take(kind) {
      for (const [child, { timer, kind: itsKind }] of idle) {
        if (kind !== undefined && kind !== itsKind) continue;
        clearTimeout(timer);
        idle.delete(child);
        if (!child.connected) continue;
        child.ref();
        child.channel?.ref();
        return child;
      }
      return undefined;
    },
    add(child, kind = '') {
      child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
      child.on('error', () => undefined);
      child.once('exit', () => idle.delete(child));
      // Idle children do not prevent the end of the parent process.
      child.unref();
      child.channel?.unref();
      const stop = () => {
        idle.delete(child);
        child.kill('SIGKILL');
      };
      idle.set(child, { timer: setTimeout(stop, idleMs).unref(), kind });
    },
  };
}
