import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useRightText } from '#web/core/components/use-right-text.ts';
import { Section } from '#web/ui/sections.tsx';
import classes from '#web/ui/field-groups.module.css';

/** The rights of a book in words. Not rendered without rights. */
export function BookRights({ book: { rights = [] } }: { readonly book: Book }) {
  const { t } = useTranslation();
  const describe = useRightText();
  if (rights.length === 0) return null;
  return (
    <Section title={t('books.rights.heading')}>
      <ul className={classes['list']}>
        {rights.map((right) => {
          const text = describe(right);
          return <li key={text}>{text}</li>;
        })}
      </ul>
    </Section>
  );
}
