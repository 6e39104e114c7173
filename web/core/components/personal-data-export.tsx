import { Button, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { personalDataFileOf } from '#contract/personal-data/personal-data';
import { useDownload } from './use-download.ts';

export interface PersonalDataExportProps {
  readonly userId: number | undefined;
  /** Of the export. */
  readonly path: string;
}

/** Explains and downloads the personal data of a user. */
export function PersonalDataExport({ userId, path }: PersonalDataExportProps) {
  const { t } = useTranslation();
  const download = useDownload(t('personalData.failed'));
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    await download(path, {}, personalDataFileOf(userId));
    setBusy(false);
  };
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {t('personalData.lead')}
      </Text>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.7} />}
        loading={isBusy}
        onClick={() => void save()}
      >
        {t('personalData.export')}
      </Button>
    </>
  );
}
