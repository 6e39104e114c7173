import { Popover, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReleaseChange } from '#contract/releases/releases';
import { selectActiveRelease } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { ChangeView } from '../history/change-view.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import colours from './release-colour.module.css';
import { ReleaseDot } from './release-dot.tsx';
import classes from './release-mark.module.css';

/** The number of changed fields that the popover shows. The page of the release shows all. */
const MAX_FIELDS = 4;

/** Marks a record that the release changes. Hover and focus show the live values and those of the release. */
export function ReleaseMark({ change }: { readonly change: ReleaseChange }) {
  const { t } = useTranslation();
  const { release } = useAppSelector(selectActiveRelease);
  const [isOpen, setOpen] = useState(false);
  if (!release) return null;
  const { name, colour } = release;
  const { changes, problem } = change;
  const isNew = change.action === 'created';
  const label = t(isNew ? 'releaseDialogs.newIn' : 'releaseDialogs.changedIn', { name });
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-start" width={360} shadow="md" withinPortal>
      <Popover.Target>
        <UnstyledButton
          className={`${colours['colour']} ${classes['mark']}`}
          data-colour={colour}
          onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setOpen(true)}
          onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setOpen(false)}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
          onClick={() => setOpen(true)}
        >
          <ReleaseDot colour={colour} />
          <ClampedText>{problem ? t('releaseDialogs.conflictIn', { name }) : label}</ClampedText>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={label} className={classes['changes'] ?? ''}>
        {problem && (
          <Text size="sm" mb="xs">
            {problem.message}
          </Text>
        )}
        {isNew ? (
          <Text size="sm">{t('releaseDialogs.newText')}</Text>
        ) : (
          <>
            <Text size="sm" c="dimmed" mb="xs">
              {t('releaseDialogs.liveAndRelease', { name })}
            </Text>
            {changes.slice(0, MAX_FIELDS).map((field) => (
              <ChangeView key={field.field} change={field} level={2} onRevert={undefined} />
            ))}
            {changes.length > MAX_FIELDS && (
              <Text size="sm">{t('history.more', { count: changes.length - MAX_FIELDS })}</Text>
            )}
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
