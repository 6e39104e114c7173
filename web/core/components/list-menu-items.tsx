import { Menu } from '@mantine/core';
import { IconFileSpreadsheet, IconTableExport } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { ResourceName } from '#contract/core/permissions';
import {
  type ExportedList,
  exportPath,
  permissionToImport,
  spreadsheetFormats,
} from '#contract/spreadsheets/spreadsheets';
import type { Query } from '#web/core/api/encode.ts';
import { TrashMenuItem } from './trash-menu-item.tsx';
import { useDownload } from './use-download.ts';
import { releaseName } from '#web/core/lib/release-address.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { useReleaseName } from './release/use-release.ts';
import { useHasPermission } from './use-permission.ts';

export interface ExportMenuItemsProps {
  readonly list: ExportedList;
  /** The query of the list without its page. */
  readonly query: Query;
}

/** Menu items of a list that export it as a spreadsheet. */
export function ExportMenuItems({ list, query }: ExportMenuItemsProps) {
  const { t } = useTranslation();
  const download = useDownload();
  const release = useAppSelector(selectReleaseId);
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('spreadsheets.export')}</Menu.Label>
      {spreadsheetFormats.map((as) => (
        <Menu.Item
          key={as}
          leftSection={<IconTableExport size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => {
            const { page: _page, items_per_page: _size, with_chapters: _chapters, ...filters } = query;
            void download(exportPath(list), { ...filters, as, [releaseName]: release }, `${list}.${as}`);
          }}
        >
          {t(as === 'csv' ? 'spreadsheets.exportCsv' : 'spreadsheets.exportXlsx')}
        </Menu.Item>
      ))}
    </>
  );
}

export interface ListMenuItemsProps {
  readonly kind: ResourceName;
  /** The query of the list without its page. */
  readonly query: Query;
}

/** Menu items of a list: export, spreadsheet import, and deleted records. */
export function ListMenuItems({ kind, query }: ListMenuItemsProps) {
  const { t } = useTranslation();
  const mayImport = useHasPermission()(permissionToImport(kind));
  const release = useReleaseName();
  return (
    <>
      <ExportMenuItems list={kind} query={query} />
      {mayImport && (
        <Menu.Item
          component={Link}
          to={`/spreadsheets?kind=${kind}`}
          leftSection={<IconFileSpreadsheet size={16} stroke={1.7} aria-hidden="true" />}
        >
          {t('spreadsheets.heading')}
        </Menu.Item>
      )}
      {/* The trash contains records that were deleted live. */}
      {release === undefined ? (
        <TrashMenuItem kind={kind} />
      ) : (
        <Menu.Label>{t('release.exitToViewTrash', { name: release })}</Menu.Label>
      )}
    </>
  );
}
