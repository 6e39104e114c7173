import { Button, Checkbox, Loader, Text } from '@mantine/core';
import { IconPencil, IconUpload } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { SubjectScheme } from '#contract/subjects/subject-schemes';
import { useLocale } from '#web/core/components/use-locale.ts';
import { countFormat } from '#web/core/lib/formats.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { IconAction } from '#web/ui/icon-action.tsx';
import { DeleteAction } from '#web/ui/row-actions.tsx';
import classes from './subjects.module.css';

export interface SchemeRowProps {
  readonly scheme: SubjectScheme;
  /** True while a change of the scheme is sent. */
  readonly isBusy: boolean;
  /** True while its list is uploaded. */
  readonly isUploading: boolean;
  /** The error of the last upload. */
  readonly problem: string | undefined;
  readonly onListedOnly: (isListedOnly: boolean) => void;
  readonly onUpload: (file: File) => void;
  readonly onRemoveList: () => void;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

/** A subject scheme with its list. */
export function SchemeRow(props: SchemeRowProps) {
  const { scheme, isBusy, isUploading, problem, onListedOnly, onUpload, onRemoveList, onRename, onDelete } =
    props;
  const { name, code_count: count, is_listed_only } = scheme;
  const { t } = useTranslation();
  const amount = countFormat(useLocale()).format(count);
  const input = useRef<HTMLInputElement>(null);
  const uploadLabel = t(count > 0 ? 'subjects.replaceOf' : 'subjects.uploadOf', { name });
  return (
    <li className={classes['row']}>
      <span className={classes['name']}>
        <strong>{name}</strong>
        <Text span size="sm" c="dimmed">
          {t('subjects.codes', { count, amount })}
        </Text>
      </span>
      <Checkbox
        label={t('subjects.listedOnly')}
        aria-label={t('subjects.listedOnlyOf', { name })}
        checked={is_listed_only}
        // A disabled input would lose the focus.
        onChange={(event) => isBusy || onListedOnly(event.currentTarget.checked)}
      />
      <span className={classes['actions']}>
        <Button
          size="xs"
          variant="default"
          aria-label={uploadLabel}
          aria-busy={isUploading}
          leftSection={
            isUploading ? (
              <Loader size={14} aria-hidden />
            ) : (
              <IconUpload size={14} stroke={1.7} aria-hidden="true" />
            )
          }
          onClick={() => isBusy || input.current?.click()}
        >
          {t(count > 0 ? 'subjects.replace' : 'subjects.upload')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          aria-label={uploadLabel}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) onUpload(file);
            // Reset, so that choosing the same file again fires a change event.
            currentTarget.value = '';
          }}
        />
        {count > 0 && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('subjects.removeListOf', { name })}
            onClick={() => isBusy || onRemoveList()}
          >
            {t('subjects.removeList')}
          </Button>
        )}
        <IconAction
          label={t('subjects.renameOf', { name })}
          tooltip={t('subjects.rename')}
          data-row-action="edit"
          icon={<IconPencil size={18} stroke={1.7} />}
          onClick={onRename}
        />
        <DeleteAction label={t('subjects.delete', { name })} deletion={undefined} onClick={onDelete} />
      </span>
      <output className={classes['status']}>{isUploading ? t('subjects.uploading') : ''}</output>
      {problem !== undefined && (
        <div className={classes['problem']}>
          <FormAlert messages={[problem]} />
        </div>
      )}
    </li>
  );
}
