import '@mantine/core/styles/Progress.layer.css';
import { Button, Menu, Progress, Text } from '@mantine/core';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import type { BulkKind } from './bulk-kinds.ts';
import { countOf, type Selection } from './selection.ts';
import classes from './select.module.css';
import { countFormat, percentFormat } from '#web/core/lib/formats.ts';

export interface SelectionBarProps {
  readonly selection: Selection;
  /** The number of books that match the filters. */
  readonly total: number;
  /** The bulk edits that the user may make. */
  readonly kinds: readonly BulkKind[];
  readonly onPage: () => void;
  readonly onAll: () => void;
  readonly onClear: () => void;
  readonly onEnd: () => void;
  readonly onKind: (kind: BulkKind) => void;
  /** The running bulk edit. */
  readonly run: { readonly total: number; readonly progress: number; readonly stop: () => void } | undefined;
}

/** The bar at the lower edge of the window while books are selected: their number and the bulk edits. */
export function SelectionBar(props: SelectionBarProps) {
  const { selection, total, kinds, onPage, onAll, onClear, onEnd, onKind, run } = props;
  const { t, i18n } = useTranslation();
  const count = countOf(selection);
  const number = countFormat(i18n.language);
  const percent = percentFormat(i18n.language).format(run?.progress ?? 0);
  const hasCustomFields = useCustomFields().length > 0;
  const changes = kinds.filter((kind) => kind !== 'delete' && (kind !== 'custom' || hasCustomFields));
  return (
    <section className={classes['bar']} aria-label={t('books.select.bar')}>
      <output className={classes['count']}>
        {count === 0 ? t('books.select.none') : t('books.select.count', { count })}
      </output>
      {run ? (
        <div className={classes['run']}>
          <Text size="sm">
            {t('books.select.running', { count: run.total, total: number.format(run.total), percent })}
          </Text>
          <Progress
            value={run.progress * 100}
            aria-label={t('books.select.bar')}
            className={classes['progress'] ?? ''}
          />
          <Button variant="default" size="xs" onClick={run.stop}>
            {t('books.select.stop')}
          </Button>
        </div>
      ) : (
        <>
          <div className={classes['which']}>
            <Button variant="subtle" size="xs" disabled={total === 0} onClick={onPage}>
              {t('books.select.page')}
            </Button>
            <Button variant="subtle" size="xs" disabled={total === 0} onClick={onAll}>
              {t('books.select.all', { count: total, total: number.format(total) })}
            </Button>
            <Button variant="subtle" size="xs" disabled={count === 0} onClick={onClear}>
              {t('books.select.clear')}
            </Button>
          </div>
          <div className={classes['what']}>
            {changes.length > 0 && (
              <Menu position="top-end">
                <Menu.Target>
                  <Button
                    size="xs"
                    disabled={count === 0}
                    rightSection={<IconChevronDown size={14} stroke={2} aria-hidden="true" />}
                  >
                    {t('books.select.change')}
                  </Button>
                </Menu.Target>
                <Menu.Dropdown className={classes['menu'] ?? ''}>
                  {changes.map((kind) => (
                    <Menu.Item key={kind} onClick={() => onKind(kind)}>
                      {t(`books.select.kinds.${kind}`)}
                    </Menu.Item>
                  ))}
                </Menu.Dropdown>
              </Menu>
            )}
            {kinds.includes('delete') && (
              <Button
                size="xs"
                color="red"
                variant="light"
                disabled={count === 0}
                leftSection={<IconTrash size={14} stroke={2} aria-hidden="true" />}
                onClick={() => onKind('delete')}
              >
                {t('books.select.delete')}
              </Button>
            )}
            <Button variant="default" size="xs" onClick={onEnd}>
              {t('books.select.end')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
