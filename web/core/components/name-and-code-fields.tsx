import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from '#web/ui/form.module.css';

export interface NameAndCodeFieldsProps {
  /** State and functions of `useEditor`. */
  readonly editor: {
    readonly text: (field: 'name') => object;
    readonly errors: Readonly<Partial<Record<string, string>>>;
    readonly saving: object | undefined;
  };
  /** The labels of the record. */
  readonly texts: 'categories' | 'subCategories';
  readonly code: string;
  readonly isNew: boolean;
}

/** The name of a category or sub-category, and its code, which follows the name of a new record and is never edited. */
export function NameAndCodeFields({ editor, texts, code, isNew }: NameAndCodeFieldsProps) {
  const { t } = useTranslation();
  const { errors, saving } = editor;
  return (
    <>
      <TextInput
        {...editor.text('name')}
        label={t(`${texts}.name`)}
        required
        data-autofocus
        disabled={saving !== undefined}
        error={errors['name']}
      />
      <TextInput
        name="code"
        label={t(`${texts}.code`)}
        description={isNew ? t(`${texts}.codeHint`) : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        disabled
        readOnly
        classNames={{ input: classes['shown'] ?? '' }}
        value={code}
        error={errors['code']}
      />
    </>
  );
}
