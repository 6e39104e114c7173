import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type ExportKind, exportKinds } from '#contract/book-export';
import { useApi } from '../../api/api-context.ts';
import { toFailure } from '../../api/api-error.ts';
import { saveFile } from '../../lib/save-file.ts';
import { useStudio } from './studio-context.ts';

/** The book as files that people take along, as it was saved last. */
export function ExportItems() {
  const { t } = useTranslation();
  const studio = useStudio();
  const client = useApi();
  const { id, code } = studio.book;

  const take = async (kind: ExportKind) => {
    try {
      const { content, name } = await client.download({ path: `/books/${id}/export`, query: { as: kind } });
      saveFile(content, name || `${code}.${kind}`);
    } catch (error) {
      studio.say(toFailure(error, t('books.exportFailed')).message);
    }
  };

  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('studio.export')}</Menu.Label>
      {exportKinds.map((kind) => (
        <Menu.Item key={kind} onClick={() => void take(kind)}>
          {t(`books.exportAs.${kind}`)}
        </Menu.Item>
      ))}
    </>
  );
}
