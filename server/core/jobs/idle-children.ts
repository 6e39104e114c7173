import type { ChildProcess } from 'node:child_process';

/** Processes that wait a while for more of the same work: starting one takes some tenths of a second. */
export interface IdleChildren {
  /** One that is alive, and the caller's alone from then on. */
  take(): ChildProcess | undefined;
  /** It has done its work and listens to nobody any more. */
  keep(child: ChildProcess): void;
}

export function createIdleChildren(idleMs: number): IdleChildren {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  return {
    take() {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        idle.delete(child);
        if (!child.connected) continue;
        child.ref();
        child.channel?.ref();
        return child;
      }
      return undefined;
    },
    keep(child) {
      child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
      child.on('error', () => undefined);
      child.once('exit', () => idle.delete(child));
      // A process that has nothing else to do may end, and its children with it.
      child.unref();
      child.channel?.unref();
      const stop = () => {
        idle.delete(child);
        child.kill('SIGKILL');
      };
      idle.set(child, setTimeout(stop, idleMs).unref());
    },
  };
}
