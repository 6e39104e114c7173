import { Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { Comparison } from '#web/core/components/history/comparison.tsx';

/** One change of a record at its own address. */
export function ChangeScreen() {
  const { t } = useTranslation();
  const id = Number(useParams()['id']);
  return (
    <>
      <Title order={1}>{t('change.heading')}</Title>
      <Comparison key={id} id={id} level={2} />
    </>
  );
}
