import { Checkbox, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SheetPlan } from '#contract/spreadsheets';
import { ClampedText, UserText } from '../../ui/user-text.tsx';
import classes from './sheets.module.css';

export interface SheetPlanViewProps {
  readonly plan: SheetPlan;
  readonly leftOut: ReadonlySet<number>;
  readonly onLeaveOut: (line: number, isLeftOut: boolean) => void;
}

const sums = ['created', 'changed', 'unchanged', 'refused'] as const;

/** What a spreadsheet would do, before it is done. */
export function SheetPlanView({ plan, leftOut, onLeaveOut }: SheetPlanViewProps) {
  const { t } = useTranslation();
  const shown = (text: string) => (text === '' ? t('sheets.empty') : text);
  return (
    <section aria-label={t('sheets.planHeading')}>
      <Title order={2} mb="xs">
        {t('sheets.planHeading')}
      </Title>
      {plan.id === null && <Text fw={600}>{t('sheets.nothing')}</Text>}
      <ul className={classes['sums']}>
        {sums.map((sum) => plan[sum] > 0 && <li key={sum}>{t(`sheets.${sum}`, { count: plan[sum] })}</li>)}
        {plan.ignored_columns.length > 0 && (
          <li>
            <UserText>{t('sheets.ignored', { columns: plan.ignored_columns.join(', ') })}</UserText>
          </li>
        )}
      </ul>
      <Refusals refusals={plan.refusals} />
      {plan.rows.length > 0 && (
        <>
          <Title order={3} mt="md">
            {t('sheets.rowsHeading')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('sheets.rowsHint')}
          </Text>
          <ul className={classes['rows']}>
            {plan.rows.map(({ line, name, changes }) => (
              <li key={line}>
                <Checkbox
                  classNames={{
                    body: classes['row'] ?? '',
                    inner: classes['tick'] ?? '',
                    labelWrapper: classes['words'] ?? '',
                    label: classes['name'] ?? '',
                    description: classes['changes'] ?? '',
                  }}
                  checked={!leftOut.has(line)}
                  aria-label={t('sheets.leaveOut', { line, name })}
                  label={<UserText>{t('sheets.named', { line, name })}</UserText>}
                  description={changes.map(({ column, before, after }) => (
                    <span key={column} className={classes['change']}>
                      <span>{column}</span>{' '}
                      <span className={classes['after']}>
                        <ClampedText>
                          {before === ''
                            ? shown(after)
                            : t('sheets.becomes', { before, after: shown(after) })}
                        </ClampedText>
                      </span>
                    </span>
                  ))}
                  onChange={({ currentTarget }) => onLeaveOut(line, !currentTarget.checked)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** What is wrong with the rows of a file, line by line. */
export function Refusals({ refusals }: Pick<SheetPlan, 'refusals'>) {
  const { t } = useTranslation();
  if (refusals.length === 0) return null;
  return (
    <>
      <Title order={3} mt="md">
        {t('sheets.refusalsHeading')}
      </Title>
      <Table.ScrollContainer minWidth={320}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('sheets.line')}</Table.Th>
              <Table.Th>{t('sheets.column')}</Table.Th>
              <Table.Th>{t('sheets.reason')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {refusals.map(({ line, column, reason }) => (
              <Table.Tr key={`${line} ${column}`}>
                <Table.Td>{line}</Table.Td>
                <Table.Td>{column === '' ? t('sheets.wholeRow') : column}</Table.Td>
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
