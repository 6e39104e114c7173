import { Button, Menu } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp, IconDotsVertical } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useIsInRelease, useSubmitLabel } from '#web/core/components/release/use-release.ts';
import { proofingPath } from '#web/core/lib/proofing-path.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import type { StepName } from './create-content-editor.ts';
import type { Step } from './model/history.ts';
import type { Saver } from './saving/create-saver.ts';
import { useContentEditor } from './content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './content-editor.module.css';

export type ContentEditorDialog = 'keys' | 'revisions' | 'preview' | 'export' | 'sample';

export interface ContentEditorBarProps {
  readonly saver: Saver;
  readonly mayEdit: boolean;
  readonly onSave: () => void;
  readonly onOpen: (what: ContentEditorDialog) => void;
}

/** The toolbar of the content editor: undo, redo, save and further actions. */
export function ContentEditorBar({ saver, mayEdit, onSave, onOpen }: ContentEditorBarProps) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  const saveLabel = useSubmitLabel() ?? t('contentEditor.save');
  const isInRelease = useIsInRelease();
  const { undoes, redoes, value } = useSyncExternalStore(
    contentEditor.history.subscribe,
    contentEditor.history.getState,
  );
  const { saved, isSaving } = useValue(saver.state);
  const canEdit = useValue(contentEditor.canEdit);
  const isDirty = value !== saved;
  const nameOf = (step: Step<StepName> | undefined, kind: 'undo' | 'redo') =>
    step
      ? t(`contentEditor.${kind}Of`, {
          step: t(`contentEditor.step.${step.name}`, { number: 0, text: '', ...step.about }),
        })
      : t(`contentEditor.${kind}`);
  return (
    <div className={classes['bar']}>
      {mayEdit && (
        <>
          <output className={classes['saved']} data-dirty={isDirty}>
            {t(isSaving ? 'contentEditor.saving' : isDirty ? 'contentEditor.unsaved' : 'contentEditor.saved')}
          </output>
          <IconAction
            label={nameOf(undoes, 'undo')}
            icon={<IconArrowBackUp size={18} stroke={1.7} />}
            disabled={!undoes}
            onClick={contentEditor.history.undo}
          />
          <IconAction
            label={nameOf(redoes, 'redo')}
            icon={<IconArrowForwardUp size={18} stroke={1.7} />}
            disabled={!redoes}
            onClick={contentEditor.history.redo}
          />
          <Button size="xs" loading={isSaving} disabled={!isDirty || !canEdit} onClick={onSave}>
            {saveLabel}
          </Button>
        </>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <IconAction label={t('contentEditor.menu')} icon={<IconDotsVertical size={18} stroke={1.7} />} />
        </Menu.Target>
        <Menu.Dropdown>
          {mayEdit && (
            <>
              <Menu.Item disabled={!undoes} onClick={contentEditor.history.undo}>
                {nameOf(undoes, 'undo')}
              </Menu.Item>
              <Menu.Item disabled={!redoes} onClick={contentEditor.history.redo}>
                {nameOf(redoes, 'redo')}
              </Menu.Item>
              <Menu.Divider />
            </>
          )}
          <Menu.Item onClick={() => onOpen('preview')}>{t('contentEditor.preview')}</Menu.Item>
          {/* These concern the live content. */}
          {!isInRelease && (
            <>
              {mayEdit && <Menu.Item onClick={() => onOpen('sample')}>{t('sample.heading')}</Menu.Item>}
              <Menu.Item onClick={() => onOpen('export')}>{t('contentEditor.exportOpen')}</Menu.Item>
              <Menu.Item component={Link} to={proofingPath(contentEditor.book.id)}>
                {t('proofing.open')}
              </Menu.Item>
              <Menu.Item onClick={() => onOpen('revisions')}>{t('contentEditor.revisions')}</Menu.Item>
            </>
          )}
          <Menu.Item onClick={() => onOpen('keys')}>{t('contentEditor.keys')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
