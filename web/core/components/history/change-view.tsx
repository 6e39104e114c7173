import { Button, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangedFile, AuditLogChange, ListChange } from '#contract/audit-log/audit-log';
import { detailInWords, isDetail } from '#contract/books/book-details';
import { parseRights } from '#contract/books/rights';
import { contributorFieldInWords } from '#contract/contributors/contributor-details';
import { languageLabel } from '#contract/core/languages';
import { wordChanges } from '#web/core/lib/word-changes.ts';
import classes from './history.module.css';
import { useRightText } from '../use-right-text.ts';
import { RetainedImage } from './retained-image.tsx';
import { useAuditLogMessages } from '../use-audit-log-messages.ts';

export interface ChangeViewProps {
  readonly change: AuditLogChange;
  /** Undefined if the change cannot be reverted. */
  readonly onRevert: (() => void) | undefined;
  /** The accessible name, if the page shows changes of several records. Default: the name of the field. */
  readonly label?: string;
  /** The level of its heading. */
  readonly level: 2 | 3 | 4;
  /** True for a bulk edit. The previous values are in the entries of the records. */
  readonly isOfMany?: boolean;
}

/** One field before and after a change. */
export function ChangeView({ change, label, onRevert, level, isOfMany = false }: ChangeViewProps) {
  const { fieldName } = useAuditLogMessages();
  const { t } = useTranslation();
  const name = fieldName(change.field);
  return (
    <section className={classes['change']} aria-label={label ?? name}>
      <div className={classes['head']}>
        <Title order={level} size="h4">
          {name}
        </Title>
        {onRevert && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={t('history.revertOne', { field: name })}
            onClick={onRevert}
          >
            {t('history.revert')}
          </Button>
        )}
      </div>
      <Content change={change} isOfMany={isOfMany} />
    </section>
  );
}

type Value = string | number | boolean | null;

function Content({ change, isOfMany }: { readonly change: AuditLogChange; readonly isOfMany: boolean }) {
  const { t } = useTranslation();
  const rightText = useRightText();
  /** Returns a value of the publication record as a person reads it. */
  const inWords = (value: Value): Value => {
    const { field } = change;
    if (value === null || value === '' || typeof value === 'boolean') return value;
    if (!isDetail(field)) return contributorFieldInWords(field, String(value)) ?? value;
    if (field === 'rights') return parseRights(String(value)).map(rightText).join('\n');
    return detailInWords(field, value);
  };
  const textOf = (value: Value): string => {
    if (value === null || value === '') return t('history.nothing');
    if (change.field === 'language') return languageLabel(Number(value));
    if (change.field === 'is_backup')
      return t(Number(value) === 0 ? 'history.mainService' : 'history.backup');
    return typeof value === 'boolean' ? t(value ? 'history.yes' : 'history.no') : String(value);
  };
  if (change.type === 'list') return <Lists change={change} />;
  if (change.type === 'file')
    return (
      <BeforeAndAfter
        before={<File file={change.before} field={change.field} versionLabel={t('history.before')} />}
        since={<File file={change.after} field={change.field} versionLabel={t('history.since')} />}
      />
    );
  const { before, after } =
    change.type === 'record'
      ? { before: change.before?.name ?? null, after: change.after?.name ?? null }
      : { before: inWords(change.before), after: inWords(change.after) };
  if (isOfMany)
    return (
      <div dir="auto" className={classes['text']}>
        {textOf(after)}
      </div>
    );
  if (change.type === 'record') return <BeforeAndAfter before={textOf(before)} since={textOf(after)} />;
  if (typeof before === 'string' && typeof after === 'string' && before !== '' && after !== '')
    return (
      <p dir="auto" className={classes['text']}>
        {wordChanges(before, after).map(({ kind, text }, index) =>
          kind === 'gone' ? (
            <del key={index}>{text}</del>
          ) : kind === 'new' ? (
            <ins key={index}>{text}</ins>
          ) : (
            text
          ),
        )}
      </p>
    );
  return <BeforeAndAfter before={textOf(before)} since={textOf(after)} />;
}

function BeforeAndAfter({ before, since }: { readonly before: ReactNode; readonly since: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes['sides']}>
      <div>
        <Text size="sm" c="dimmed">
          {t('history.before')}
        </Text>
        <div dir="auto" className={classes['text']}>
          {before}
        </div>
      </div>
      <div>
        <Text size="sm" c="dimmed">
          {t('history.since')}
        </Text>
        <div dir="auto" className={classes['text']}>
          {since}
        </div>
      </div>
    </div>
  );
}

interface FileProps {
  readonly file: ChangedFile | null;
  readonly field: string;
  readonly versionLabel: string;
}

function File({ file, field, versionLabel }: FileProps) {
  const { t } = useTranslation();
  const { fieldName } = useAuditLogMessages();
  if (!file) return t('history.nothing');
  const name = file.name ?? file.key;
  if (!file.is_retained) return t('history.unavailable', { name });
  if (file.media_type.startsWith('image/'))
    return (
      <RetainedImage
        fileKey={file.thumbnail_key ?? file.key}
        alt={t('history.image', { field: fieldName(field), which: versionLabel })}
        deletedText={t('history.unavailable', { name })}
      />
    );
  return name;
}

function Lists({ change }: { readonly change: ListChange }) {
  const { t } = useTranslation();
  const total = change.counts.added + change.counts.removed + change.counts.moved + change.counts.changed;
  const rows = [
    ...change.added.map((entry) => [entry, t('history.added')] as const),
    ...change.removed.map((entry) => [entry, t('history.removed')] as const),
    ...change.moved.map(
      (entry) =>
        [entry, t('history.moved', { from: (entry.from ?? 0) + 1, to: (entry.to ?? 0) + 1 })] as const,
    ),
    ...change.changed.map((entry) => [entry, t('history.changed')] as const),
  ];
  return (
    <ul className={classes['rows']}>
      {rows.map(([{ key, name }, what]) => (
        <li key={`${what} ${key}`}>
          {name}{' '}
          <Text span size="sm" c="dimmed">
            {what}
          </Text>
        </li>
      ))}
      {total > rows.length && <li>{t('history.more', { count: total - rows.length })}</li>}
    </ul>
  );
}
