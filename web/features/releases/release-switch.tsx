import { UnstyledButton } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import colours from '#web/core/components/release/release-colour.module.css';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useReleaseName } from '#web/core/components/release/use-release.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { selectActiveRelease } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import classes from './release-switch.module.css';

const ReleaseMenu = createLazyComponent(async () => (await import('./release-menu.tsx')).ReleaseMenu);

/** Shows the release in which the user works, and opens a menu of the others. Its code is loaded when it is first opened. */
export function ReleaseSwitch() {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const hasOpened = useLastDefined(isOpen || undefined) !== undefined;
  const { release } = useAppSelector(selectActiveRelease);
  const name = useReleaseName() ?? t('release.live');
  if (!usePermission('releases:edit')) return null;
  return (
    <>
      <UnstyledButton
        ref={button}
        className={`${colours['colour']} ${classes['switch']}`}
        data-colour={release?.colour}
        aria-label={t('release.switch', { name })}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <ReleaseDot colour={release?.colour ?? 'live'} />
        <span className={classes['name']}>{name}</span>
      </UnstyledButton>
      {hasOpened && <ReleaseMenu button={button} isOpen={isOpen} onChange={setOpen} />}
    </>
  );
}
