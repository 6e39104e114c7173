import { IconListDetails } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type SubjectScheme,
  subjectScheme,
  subjectSchemeEndpoints,
  subjectSchemeLimits,
  subjectSchemeMessages,
} from '#contract/subjects/subject-schemes';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { GuardedSettings } from '#web/core/components/settings-frame/guarded-settings.tsx';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { SettingsList } from '#web/core/components/settings-frame/settings-list.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { SchemeDialog } from './scheme-dialog.tsx';
import { SchemeRow } from './scheme-row.tsx';
import classes from './subjects.module.css';
import { useSchemeWrites } from './use-scheme-writes.ts';

const readSchemes = readWholeList(subjectSchemeEndpoints.list, subjectScheme);

/** The subject schemes and their lists, for users who can change settings. */
export const SubjectsScreen = () => (
  <GuardedSettings>
    <SettingsFrame>
      <SubjectSchemes />
    </SettingsFrame>
  </GuardedSettings>
);

/** A deletion that needs a confirmation. */
interface Removal {
  readonly scheme: SubjectScheme;
  readonly isListOnly: boolean;
}

function SubjectSchemes() {
  const { t } = useTranslation();
  const toast = useToast();
  const { value, isReading, apiError, retry } = useRemoteRead(readSchemes, {
    attempted_action: t('subjects.fetchFailed'),
  });
  const list = useLastDefined(value);
  const schemes = list ?? [];
  const heading = useRef<HTMLHeadingElement>(null);
  const { running, problem, setListedOnly, upload, removeList, remove } = useSchemeWrites(retry);
  const [target, setTarget] = useState<EditorTarget<SubjectScheme>>();
  const [removal, setRemoval] = useState<Removal>();
  const shownRemoval = useLastDefined(removal);
  const name = shownRemoval?.scheme.name ?? '';
  const isListOnly = shownRemoval?.isListOnly === true;

  const confirm = () => {
    if (!removal) return;
    setRemoval(undefined);
    void (removal.isListOnly ? removeList(removal.scheme) : remove(removal.scheme));
    heading.current?.focus();
  };
  const onSaved = (isNew: boolean) => {
    toast('success', isNew ? subjectSchemeMessages.created : subjectSchemeMessages.updated);
    retry();
    if (isNew) heading.current?.focus();
  };

  return (
    <>
      <SettingsList
        heading={t('subjects.heading')}
        headingRef={heading}
        add={{
          label: t('subjects.add'),
          isFull: schemes.length >= subjectSchemeLimits.maxSchemes,
          onClick: () => setTarget({ item: undefined }),
        }}
        {...(schemes.length > 0 && { hint: t('subjects.uploadHint') })}
        list={{
          errorMessage: apiError?.message,
          retry,
          hasLoaded: list !== undefined,
          isReading,
          isEmpty: schemes.length === 0,
        }}
        empty={{
          icon: <IconListDetails size={32} stroke={1.3} />,
          title: t('subjects.emptyTitle'),
          text: t('subjects.emptyText'),
        }}
      >
        <ul className={classes['rows']}>
          {schemes.map((scheme) => (
            <SchemeRow
              key={scheme.id}
              scheme={scheme}
              isBusy={running !== undefined || isReading}
              isUploading={running?.id === scheme.id && running.isUpload}
              problem={problem?.id === scheme.id ? problem.message : undefined}
              onListedOnly={(isListedOnly) => void setListedOnly(scheme, isListedOnly)}
              onUpload={(file) => void upload(scheme, file)}
              onRemoveList={() => setRemoval({ scheme, isListOnly: true })}
              onRename={() => setTarget({ item: scheme })}
              onDelete={() => setRemoval({ scheme, isListOnly: false })}
            />
          ))}
        </ul>
      </SettingsList>
      <SchemeDialog target={target} onClose={() => setTarget(undefined)} onSaved={onSaved} />
      <ConfirmDialog
        opened={removal !== undefined}
        title={t(isListOnly ? 'subjects.removeListTitle' : 'subjects.deleteTitle', { name })}
        text={t(isListOnly ? 'subjects.removeListText' : 'subjects.deleteText')}
        confirm={t(isListOnly ? 'subjects.removeList' : 'subjects.deleteAction')}
        cancel={t('ui.cancel')}
        onConfirm={confirm}
        onCancel={() => setRemoval(undefined)}
      />
    </>
  );
}
