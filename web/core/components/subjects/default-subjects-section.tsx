import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { parseSubjects } from '#contract/books/book-subjects';
import { createLazyComponent } from '#web/core/lib/lazy-component.tsx';
import { FormSection } from '#web/ui/form-section.tsx';
import classes from '#web/ui/form.module.css';

const SubjectsField = createLazyComponent(async () => (await import('./subjects-field.tsx')).SubjectsField);

export interface DefaultSubjectsSectionProps {
  /** Functions of `useEditor`. */
  readonly editor: {
    readonly values: { readonly default_subjects: string };
    readonly errors: Readonly<Partial<Record<string, string>>>;
    readonly set: (field: 'default_subjects', value: string) => void;
  };
}

/** The section of a form with the default subjects of a category or sub-category. */
export function DefaultSubjectsSection({ editor }: DefaultSubjectsSectionProps) {
  const { t } = useTranslation();
  const { default_subjects: value } = editor.values;
  const error = editor.errors['default_subjects'];
  const count = parseSubjects(value).length;
  return (
    <FormSection
      title={t('subjects.defaults')}
      summary={count > 0 ? String(count) : undefined}
      isRenderedOnOpen
      mustOpen={error !== undefined}
    >
      {error !== undefined && (
        <Text size="sm" c="red" role="alert" className={classes['wide'] ?? ''}>
          {error}
        </Text>
      )}
      <SubjectsField
        legend={t('subjects.defaults')}
        empty={t('subjects.noDefaults')}
        value={value}
        isInvalid={error !== undefined}
        onChange={(subjects) => editor.set('default_subjects', subjects)}
      />
    </FormSection>
  );
}
