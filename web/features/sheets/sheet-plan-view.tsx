import { Box, Checkbox, Table, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { SheetPlan } from '#contract/spreadsheets';
import { UserText } from '../../ui/user-text.tsx';

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
      <Title order={2} size="h4">
        {t('sheets.planHeading')}
      </Title>
      {plan.id === null && <Text fw={600}>{t('sheets.nothing')}</Text>}
      <ul>
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
          <Title order={3} size="h5" mt="md">
            {t('sheets.rowsHeading')}
          </Title>
          <Text size="sm" c="dimmed" mb="xs">
            {t('sheets.rowsHint')}
          </Text>
          <Box component="ul" m={0} p={0}>
            {plan.rows.map(({ line, name, changes }) => (
              <Box component="li" key={line} mb="xs" style={{ listStyle: 'none' }}>
                <Checkbox
                  checked={!leftOut.has(line)}
                  aria-label={t('sheets.leaveOut', { line, name })}
                  label={<UserText>{`${line}. ${name}`}</UserText>}
                  description={
                    <UserText>
                      {changes
                        .map(({ column, before, after }) =>
                          before === ''
                            ? t('sheets.begins', { column, after: shown(after) })
                            : t('sheets.becomes', { column, before, after: shown(after) }),
                        )
                        .join(' · ')}
                    </UserText>
                  }
                  onChange={({ currentTarget }) => onLeaveOut(line, !currentTarget.checked)}
                />
              </Box>
            ))}
          </Box>
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
      <Title order={3} size="h5" mt="md">
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
