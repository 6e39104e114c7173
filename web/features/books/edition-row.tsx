import { Badge, Menu, Text } from '@mantine/core';
import { IconBook, IconStar, IconUnlink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { bookDetails } from '#contract/books/book-details';
import type { Book } from '#contract/books/books';
import { languageLabel } from '#contract/core/languages';
import { RecordAnchor } from '#web/core/components/record-page/record-anchor.tsx';
import { toMinutes } from '#web/core/lib/durations.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { UserText } from '#web/ui/user-text.tsx';
import classes from './book-editions.module.css';

export interface EditionRowProps {
  readonly edition: Book;
  readonly isFirst: boolean;
  /** True for the book of the page. */
  readonly isCurrent: boolean;
  /** Undefined if the user cannot change the edition, or it is the first one. */
  readonly onMakeFirst: (() => void) | undefined;
  readonly onRemove: (() => void) | undefined;
}

const choices: Readonly<Record<string, string>> = bookDetails.abridgement.choices;

/** A book of a work. */
export function EditionRow({ edition, isFirst, isCurrent, onMakeFirst, onRemove }: EditionRowProps) {
  const { t } = useTranslation();
  const { id, name, narrator = '', language = 0, duration, abridgement = '' } = edition;
  const image = edition.thumbnail_url ?? edition.image_url;
  const details = [
    languageLabel(language),
    narrator !== '' && t('editions.readBy', { narrator }),
    choices[abridgement],
    duration > 0 && t('books.chapterDuration', { count: toMinutes(duration) }),
  ];
  const hasActions = onMakeFirst !== undefined || onRemove !== undefined;
  return (
    <li className={classes['edition']} aria-current={isCurrent || undefined}>
      {image ? (
        <img className={classes['cover']} src={image} alt="" loading="lazy" />
      ) : (
        <span className={classes['cover']}>
          <IconBook size={16} stroke={1.4} aria-hidden="true" />
        </span>
      )}
      <div className={classes['texts']}>
        <div className={classes['title']}>
          {isCurrent ? (
            <span className={classes['name']}>
              <UserText>{name}</UserText>
            </span>
          ) : (
            <RecordAnchor kind="books" id={id}>
              <UserText>{name}</UserText>
            </RecordAnchor>
          )}
          {isFirst && (
            <Badge variant="light" tt="none">
              {t('editions.first')}
            </Badge>
          )}
          {isCurrent && (
            <Badge variant="light" color="gray" tt="none">
              {t('editions.current')}
            </Badge>
          )}
        </div>
        <Text size="sm" c="dimmed">
          {details.filter(Boolean).join(' · ')}
        </Text>
        <TranslationOf edition={edition} />
      </div>
      {hasActions && (
        <RowMenu label={t('ui.moreOf', { name })}>
          {() => (
            <>
              {onMakeFirst && (
                <Menu.Item
                  leftSection={<IconStar size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={onMakeFirst}
                >
                  {t('editions.makeFirst')}
                </Menu.Item>
              )}
              {onRemove && (
                <Menu.Item
                  leftSection={<IconUnlink size={16} stroke={1.7} aria-hidden="true" />}
                  onClick={onRemove}
                >
                  {t('editions.remove')}
                </Menu.Item>
              )}
            </>
          )}
        </RowMenu>
      )}
    </li>
  );
}

/** The original of an edition in another language. */
function TranslationOf({ edition: { language, edition_of: original } }: { readonly edition: Book }) {
  const { t } = useTranslation();
  if (!original || original.language === language) return null;
  return (
    <Text size="sm" component="div">
      {t('editions.translationOf')}{' '}
      <RecordAnchor kind="books" id={original.id}>
        <UserText>{original.name}</UserText>
      </RecordAnchor>
    </Text>
  );
}
