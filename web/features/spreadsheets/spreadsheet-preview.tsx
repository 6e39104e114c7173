import { Checkbox, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SpreadsheetPreview } from '#contract/spreadsheets/spreadsheets';
import { ClampedText, UserText } from '#web/ui/user-text.tsx';
import classes from './spreadsheets.module.css';

export interface SpreadsheetPreviewViewProps {
  readonly preview: SpreadsheetPreview;
  readonly skipped: ReadonlySet<number>;
  readonly onSkip: (line: number, isSkipped: boolean) => void;
}

const summaryKeys = ['created', 'changed', 'unchanged', 'rejected'] as const;

export function SpreadsheetPreviewView({ preview, skipped, onSkip }: SpreadsheetPreviewViewProps) {
  const { t } = useTranslation();
  const display = (text: string) => (text === '' ? t('spreadsheets.empty') : text);
  return (
    <section aria-label={t('spreadsheets.previewHeading')}>
      <Title order={2} mb="xs">
        {t('spreadsheets.previewHeading')}
      </Title>
      {preview.id === null && <Text fw={600}>{t('spreadsheets.nothing')}</Text>}
      <ul className={classes['sums']}>
        {summaryKeys.map(
          (sum) => preview[sum] > 0 && <li key={sum}>{t(`spreadsheets.${sum}`, { count: preview[sum] })}</li>,
        )}
        {preview.ignored_columns.length > 0 && (
          <li>
            <UserText>{t('spreadsheets.ignored', { columns: preview.ignored_columns.join(', ') })}</UserText>
          </li>
        )}
      </ul>
      <Errors errors={preview.errors} />
      {preview.rows.length > 0 && (
        <>
          <Title order={3} mt="md">
            {t('spreadsheets.rowsHeading')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('spreadsheets.rowsHint')}
          </Text>
          <ul className={classes['rows']}>
            {preview.rows.map(({ line, name, changes }) => (
              <li key={line}>
                <Checkbox
                  classNames={{
                    body: classes['row'] ?? '',
                    inner: classes['tick'] ?? '',
                    labelWrapper: classes['messages'] ?? '',
                    label: classes['name'] ?? '',
                    description: classes['changes'] ?? '',
                  }}
                  checked={!skipped.has(line)}
                  aria-label={t('spreadsheets.leaveOut', { line, name })}
                  label={<UserText>{t('spreadsheets.named', { line, name })}</UserText>}
                  description={changes.map(({ column, before, after }) => (
                    <span key={column} className={classes['change']}>
                      <span>{column}</span>{' '}
                      <span className={classes['after']}>
                        <ClampedText>
                          {before === ''
                            ? display(after)
                            : t('spreadsheets.becomes', { before, after: display(after) })}
                        </ClampedText>
                      </span>
                    </span>
                  ))}
                  onChange={({ currentTarget }) => onSkip(line, !currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** The errors in the rows of a file, line by line. */
export function Errors({ errors }: Pick<SpreadsheetPreview, 'errors'>) {
  const { t } = useTranslation();
  if (errors.length === 0) return null;
  return (
    <>
      <Title order={3} mt="md">
        {t('spreadsheets.errorsHeading')}
      </Title>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('spreadsheets.line')}</Table.Th>
              <Table.Th>{t('spreadsheets.column')}</Table.Th>
              <Table.Th>{t('spreadsheets.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {errors.map(({ line, column, reason }) => (
              <Table.Tr key={`${line} ${column}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{column === '' ? t('spreadsheets.wholeRow') : column}</Table.Td>
                <Table.Td>
                  <UserText>{reason}</UserText>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </>
  );
}
