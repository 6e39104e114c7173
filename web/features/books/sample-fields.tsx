import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { SampleChapter, SampleForm } from './use-sample-form.ts';
import classes from './sample-fields.module.css';

export interface SampleFieldsProps {
  readonly form: SampleForm;
  readonly chapters: readonly SampleChapter[];
}

/** The chapter, the start and the end of a sample. */
export function SampleFields({ form: { values, error, set }, chapters }: SampleFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <FormAlert messages={error === undefined ? [] : [error]} />
      <div className={classes['fields']}>
        <NativeSelect
          className={classes['chapter'] ?? ''}
          label={t('sample.chapter')}
          data={chapters.map(({ code, name }) => ({ value: code, label: name }))}
          value={values.chapter_code}
          onChange={({ currentTarget }) => set({ chapter_code: currentTarget.value })}
        />
        {(['start', 'end'] as const).map((edge) => (
          <TextInput
            key={edge}
            className={classes['time'] ?? ''}
            label={t(`sample.${edge}`)}
            inputMode="decimal"
            value={values[edge]}
            onChange={({ currentTarget }) => set({ [edge]: currentTarget.value })}
          />
        ))}
      </div>
    </>
  );
}
