import type { ChildProcess } from 'node:child_process';

/** Processes that wait a while for more of the same work: starting one takes some tenths of a second. */
export interface IdleChildren {
  /** One of this kind, or of any, that is alive, and the caller's alone from then on. */
  take(kind?: string): ChildProcess | undefined;
  /** The process has finished its work and loses its listeners. @param kind of processes that may stand in for one another */
  keep(child: ChildProcess, kind?: string): void;
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
    keep(child, kind = '') {
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
      idle.set(child, { timer: setTimeout(stop, idleMs).unref(), kind });
    },
  };
}
