import '@mantine/core/styles/Progress.layer.css';
import { Button, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { formatBytes } from '#contract/core/format-bytes';
import type { ImportSummary } from '#contract/imports/import-proposal';
import { toClock } from '#contract/core/format-duration';
import { DataCell, DataRow, DataTable, TwoLines } from '#web/ui/data-table.tsx';
import type { PreviewedImage } from '#web/ui/image-preview.tsx';
import { DeleteAction, type RowDeletion } from '#web/ui/row-actions.tsx';
import { Thumbnail } from '#web/ui/thumbnail.tsx';
import { ClampedText } from '#web/ui/user-text.tsx';
import { ageOf } from '#web/core/lib/age.ts';
import { reviewPath } from './import-paths.ts';
import classes from './imports-screen.module.css';
import { StateBadge } from './status-badge.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { dateTimeFormat } from '#web/core/lib/formats.ts';

const thumbnailPx = { width: 40, height: 60 };

export interface ImportsTableProps {
  readonly imports: readonly ImportSummary[];
  readonly now: number;
  readonly canEdit: boolean;
  readonly onPreview: (image: PreviewedImage) => void;
  readonly onDiscard: (item: ImportSummary) => void;
  readonly deletionOf: (item: ImportSummary) => RowDeletion | undefined;
  /** Returns the progress of processing from 0 to 1; undefined if unknown. */
  readonly progressOf: (item: ImportSummary) => number | undefined;
}

export function ImportsTable(props: ImportsTableProps) {
  const { imports, now, canEdit, onPreview, onDiscard, deletionOf, progressOf } = props;
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const label = {
    title: t('imports.title'),
    state: t('imports.state'),
    found: t('imports.found'),
    problems: t('imports.problems'),
    who: t('imports.who'),
    age: t('imports.age'),
    actions: t('imports.actions'),
  };
  const { width, height } = thumbnailPx;
  return (
    <DataTable columns={Object.values(label)} rowsFrom={54}>
      {imports.map((item) => (
        <DataRow key={item.id}>
          <DataCell label={label.title} kind="title">
            <div className={classes['title']}>
              <Thumbnail
                src={item.thumbnail_url}
                name={item.name}
                width={width}
                height={height}
                onOpen={() => onPreview({ src: item.thumbnail_url ?? '', name: item.name })}
              />
              <TwoLines>
                <ClampedText isName>{item.name}</ClampedText>
                <Text size="xs" c="dimmed" component="div">
                  <ClampedText>{item.author}</ClampedText>
                </Text>
              </TwoLines>
            </div>
          </DataCell>
          <DataCell label={label.state}>
            <StateBadge of={item} />
            <ReadingProgress item={item} fraction={progressOf(item)} />
          </DataCell>
          <DataCell label={label.found}>
            <Found item={item} />
          </DataCell>
          <DataCell label={label.problems} kind="long">
            <Problems item={item} />
          </DataCell>
          <DataCell label={label.who}>{item.user?.name ?? t('imports.commandLine')}</DataCell>
          <DataCell label={label.age} kind="number">
            <time dateTime={item.created_at} title={dateTimeFormat(locale).format(new Date(item.created_at))}>
              {ageOf(item.created_at, now, i18n)}
            </time>
          </DataCell>
          <DataCell label={label.actions} kind="actions">
            <Button
              component={Link}
              to={reviewPath(item.id)}
              size="compact-sm"
              variant={item.state === 'ready' ? 'light' : 'subtle'}
              aria-label={t('imports.review', { name: item.name })}
            >
              {t('imports.reviewShort')}
            </Button>
            {canEdit && item.state !== 'accepted' && (
              <DeleteAction
                label={t('imports.discard', { name: item.name })}
                deletion={deletionOf(item)}
                onClick={() => onDiscard(item)}
              />
            )}
          </DataCell>
        </DataRow>
      ))}
    </DataTable>
  );
}

interface ReadingProgressProps {
  readonly item: ImportSummary;
  readonly fraction: number | undefined;
}

function ReadingProgress({ item, fraction }: ReadingProgressProps) {
  const { t } = useTranslation();
  if (item.state !== 'reading') return null;
  return (
    <Progress.Root size="sm" className={classes['progress'] ?? ''}>
      <Progress.Section
        value={100 * (fraction ?? 1)}
        animated={fraction === undefined}
        aria-label={t('imports.progressOf', { name: item.name })}
      />
    </Progress.Root>
  );
}

function Found({ item }: { readonly item: ImportSummary }) {
  const { t } = useTranslation();
  const { chapter_count: chapters, duration, text_count: texts, file_count: files, size } = item;
  const summary = [
    chapters > 0 && t('imports.chapters', { count: chapters }),
    duration > 0 && toClock(duration),
    texts > 0 && t('imports.paragraphs', { count: texts }),
  ].filter((text) => text !== false);
  const fileSummary = `${t('imports.files', { count: files })}, ${formatBytes(size)}`;
  return (
    <>
      {summary.map((text) => (
        <div key={text} data-numeric className={classes['fact']}>
          {text}
        </div>
      ))}
      <Text size="xs" c="dimmed" component="div" className={classes['fact'] ?? ''}>
        {fileSummary}
      </Text>
    </>
  );
}

function Problems({ item: { problems, warning_count: count, error } }: { readonly item: ImportSummary }) {
  const { t } = useTranslation();
  const messages = [...new Set([...(error === null ? [] : [error]), ...problems])];
  if (messages.length === 0) return '-';
  const more = count - problems.length;
  return (
    <ul className={classes['problems']}>
      {messages.map((message) => (
        <li key={message}>{message}</li>
      ))}
      {more > 0 && <li>{t('imports.moreProblems', { count: more })}</li>}
    </ul>
  );
}
