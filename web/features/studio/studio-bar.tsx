import { Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDotsVertical } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from '../../ui/icon-action.tsx';
import type { StepName } from './create-studio.ts';
import type { Step } from './model/history.ts';
import type { Saver } from './saving/create-saver.ts';
import { useStudio } from './studio-context.ts';
import { useValue } from './value-store.ts';
import classes from './studio.module.css';

export type StudioDialog = 'keys' | 'revisions' | 'preview' | 'export';

export interface StudioBarProps {
  readonly saver: Saver;
  readonly mayEdit: boolean;
  readonly onSave: () => void;
  readonly onOpen: (what: StudioDialog) => void;
}

/** The way back and forth, saving, and what else can be done with the whole. */
export function StudioBar({ saver, mayEdit, onSave, onOpen }: StudioBarProps) {
  const { t } = useTranslation();
  const studio = useStudio();
  const { undoes, redoes, value } = useSyncExternalStore(studio.history.subscribe, studio.history.getState);
  const { saved, isSaving } = useValue(saver.state);
  const canEdit = useValue(studio.canEdit);
  const isDirty = value !== saved;
  const nameOf = (step: Step<StepName> | undefined, kind: 'undo' | 'redo') =>
    step
      ? t(`studio.${kind}Of`, { step: t(`studio.step.${step.name}`, { number: 0, text: '', ...step.about }) })
      : t(`studio.${kind}`);
  return (
    <div className={classes['bar']}>
      {mayEdit && (
        <>
          <output className={classes['saved']} data-dirty={isDirty}>
            {t(isSaving ? 'studio.saving' : isDirty ? 'studio.unsaved' : 'studio.saved')}
          </output>
          <IconAction
            label={nameOf(undoes, 'undo')}
            icon={<IconArrowBackUp size={18} stroke={1.7} />}
            disabled={!undoes}
            onClick={studio.history.undo}
          />
          <IconAction
            label={nameOf(redoes, 'redo')}
            icon={<IconArrowForwardUp size={18} stroke={1.7} />}
            disabled={!redoes}
            onClick={studio.history.redo}
          />
          <Button size="xs" loading={isSaving} disabled={!isDirty || !canEdit} onClick={onSave}>
            {t('studio.save')}
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconAction label={t('studio.menu')} icon={<IconDotsVertical size={18} stroke={1.7} />} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <>
              <Menu.Item disabled={!undoes} onClick={studio.history.undo}>
                {nameOf(undoes, 'undo')}
              </Menu.Item>
              <Menu.Item disabled={!redoes} onClick={studio.history.redo}>
                {nameOf(redoes, 'redo')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => onOpen('preview')}>{t('studio.preview')}</Menu.Item>
          <Menu.Item onClick={() => onOpen('export')}>{t('studio.exportOpen')}</Menu.Item>
          <Menu.Item onClick={() => onOpen('revisions')}>{t('studio.revisions')}</Menu.Item>
          <Menu.Item onClick={() => onOpen('keys')}>{t('studio.keys')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
