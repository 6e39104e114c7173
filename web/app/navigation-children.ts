import type { Permission } from '#contract/core/permissions';
import type { SettingSection } from '#contract/settings/declared';
import type { Overview } from '#contract/overview/overview';
import type { Module } from '#web/core/lib/module.ts';
import { type ModuleName, modules } from './modules.ts';

interface Waiting {
  readonly count: (overview: Overview) => number;
  /** The key of the text that describes the count. */
  readonly label: 'layout.importsWaiting' | 'layout.healthErrors' | 'layout.failedJobs';
  /** The query of the address that shows the waiting work. */
  readonly search?: string;
}

export interface ChildEntry {
  readonly path: string;
  /** The `show` parameter of this section, for screens with several sections. */
  readonly show?: string;
  readonly label:
    | `${ModuleName}.heading`
    | 'reports.health'
    | 'reports.auditLog'
    | `settings.${SettingSection}`;
  readonly permission?: Permission;
  /** For users with this permission, the screen is listed below another entry. */
  readonly unless?: Permission;
  readonly waiting?: Waiting;
}

const screen = (name: ModuleName, options: Partial<ChildEntry> = {}): ChildEntry => {
  const { path = '/' }: Module = modules[name];
  return { path, label: `${name}.heading`, ...options };
};

const importsWaiting: Waiting = {
  count: ({ imports }) => (imports ? imports.needs_review + imports.ready : 0),
  label: 'layout.importsWaiting',
};
const healthErrors: Waiting = { count: ({ health }) => health.errors, label: 'layout.healthErrors' };
const failedJobs: Waiting = {
  count: ({ jobs }) => jobs.failed,
  label: 'layout.failedJobs',
  search: '?state=failed&all=1',
};

const manager = { permission: 'users:manage' } as const;
/** For users without Settings, its public screens are listed below other entries. */
const unless = 'settings:edit';

/** The screens below an entry of the sidebar. */
export const navigationChildren: Readonly<Partial<Record<ModuleName, readonly ChildEntry[]>>> = {
  books: [screen('imports', { permission: 'books:edit', waiting: importsWaiting }), screen('trash')],
  users: [screen('roles', manager), screen('securityLog', { ...manager, unless })],
  reports: [
    { path: '/reports', show: 'health', label: 'reports.health', waiting: healthErrors },
    { path: '/reports', show: 'auditLog', label: 'reports.auditLog', permission: 'reports:read' },
    screen('jobs', { waiting: failedJobs, unless }),
  ],
  settings: [
    screen('generalSettings', { label: 'settings.general' }),
    screen('catalogueSettings', { label: 'settings.catalogue' }),
    screen('mediaSettings', { label: 'settings.media' }),
    screen('signInSettings', { label: 'settings.sign_in' }),
    screen('backup'),
    screen('system'),
    screen('jobs', { waiting: failedJobs }),
    screen('securityLog', manager),
  ],
};
