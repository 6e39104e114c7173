import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { Section } from '#web/ui/sections.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import { useCustomText } from './use-custom-text.ts';
import classes from './book-custom-values.module.css';

/** The values of custom fields of a book. Not rendered without values. */
export function BookCustomValues({ book: { custom = {} } }: { readonly book: Book }) {
  const { t } = useTranslation();
  const textOf = useCustomText();
  const fields = useCustomFields().filter(({ key }) => custom[key] !== undefined);
  if (fields.length === 0) return null;
  return (
    <Section title={t('books.customFields')}>
      <dl className={classes['values']}>
        {fields.map((field) => {
          const text = textOf(field, custom[field.key]);
          return (
            <div key={field.id}>
              <dt>{field.label}</dt>
              <dd>
                {field.type === 'link' ? (
                  <Anchor href={text} target="_blank" rel="noreferrer">
                    {text}
                  </Anchor>
                ) : (
                  <UserText>{text}</UserText>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
