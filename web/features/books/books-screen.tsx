import { Anchor, Button, Text } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { createLazyComponent, loadTexts } from '#web/core/lib/lazy-component.tsx';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { usePreload } from '#web/core/lib/use-preload.ts';
import { booksSlice } from './books.slice.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { ListSettingsContext } from '#web/ui/list-settings.ts';
import { ScreenHeader } from '#web/ui/screen-header.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { ImportButton } from '#web/core/components/import-button.tsx';
import { PagedList } from '#web/core/components/paged-list.tsx';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { useDelete } from '#web/core/components/use-delete.ts';
import { useOpenFromAddress } from '#web/core/components/use-open-from-address.ts';
import { usePageSize } from '#web/core/components/use-page-size.ts';
import { useCanEdit, useHasPermission } from '#web/core/components/use-permission.ts';
import { useReleaseName, useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useResourceList } from '#web/core/components/use-resource-list.ts';
import { useListViews } from '#web/core/components/saved-views/use-list-views.ts';
import { ViewsMenu } from '#web/core/components/saved-views/views-menu.tsx';
import { type BookFilters, defaultFilters, fromViewQuery, toQuery, toViewQuery } from './book-filters.ts';
import { BooksFilters } from './books-filters.tsx';
import { useCustomColumns } from './custom-columns.ts';
import { BooksTable } from './books-table.tsx';
import { kindsFor } from '#web/features/bulk/bulk-kinds.ts';
import { useSelecting } from '#web/features/bulk/use-selecting.ts';
import { useQuickEdit } from './use-quick-edit.ts';
import type { OpenDialog } from './open-dialog.ts';
import { useBookFilters } from './use-book-filters.ts';

/* The dialogs are loaded when a button is hovered or focused, at the latest when the first one is opened. */
const loadDialogs = () => import('./book-dialogs.tsx');
const Dialogs = createLazyComponent(async () => (await loadDialogs()).BookDialogs);

const loadQuickEdit = () => import('./quick-edit.tsx');
const QuickEdit = createLazyComponent(async () => (await loadQuickEdit()).QuickEdit);

const BooksEmpty = createLazyComponent(async () => (await import('./books-empty.tsx')).BooksEmpty);
const ReferencesDialog = createLazyComponent(
  async () => (await import('#web/core/components/references/references-dialog.tsx')).ReferencesDialog,
);

const SelectingBar = createLazyComponent(
  async () => (await import('#web/features/bulk/selecting-bar.tsx')).SelectingBar,
);

const preload = () => Promise.all([loadDialogs(), loadQuickEdit(), loadTexts()]);

export function BooksScreen() {
  const { t } = useTranslation();
  const { filters, set: setFilters, change, show } = useBookFilters();
  const goTo = useCallback(
    (page: number, isCorrection?: boolean) => change({ page }, isCorrection),
    [change],
  );
  const changeSort = useCallback((sort: BookFilters['sort']) => change({ sort }), [change]);
  const { pageSize, isResized } = usePageSize(goTo);
  const page = isResized ? 1 : filters.page;
  const query = useMemo(() => toQuery({ ...filters, page }, pageSize), [filters, page, pageSize]);
  const list = useResourceList(booksSlice, query, goTo);
  const views = useListViews({
    list: 'books',
    additionalColumns: useCustomColumns(),
    query: toViewQuery(filters),
    normalise: (storedQuery) => toViewQuery(fromViewQuery(storedQuery)),
    open: (storedQuery, view) => show(view ? fromViewQuery(storedQuery) : defaultFilters, view?.id),
  });
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const options = useCategoryOptions();
  const canEdit = useCanEdit('books');
  const may = useHasPermission();
  const release = useReleaseName();
  const kinds = kindsFor(may);
  const { setFrame, ...selecting } = useSelecting({
    books: list.items,
    total: list.total,
    query: list.query,
    isOffered: kinds.length > 0,
  });
  const hasSelected = useLastDefined(selecting.selection) !== undefined;
  usePreload(preload);
  const [dialog, setDialog] = useState<OpenDialog>();
  const hasOpened = useLastDefined(dialog) !== undefined;
  const title = useRef<HTMLHeadingElement>(null);

  const reset = useCallback(() => setFilters(defaultFilters), [setFilters]);
  const onSaved = (message: string, detail?: string) => {
    toast('success', savedMessage(message), { detail });
    list.reload();
  };

  // An edited row may be removed from the list with the focus.
  const [quickSaves, setQuickSaves] = useState(0);
  useEffect(() => {
    if (quickSaves > 0 && document.activeElement === document.body) title.current?.focus();
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the effect depends on the rows
  }, [quickSaves, list.items]);
  const quick = useQuickEdit({
    books: list.items,
    isOffered: canEdit && selecting.selection === undefined,
  });

  const { remove, deletionOf, referencesConfirmation, forget } = useDelete(booksSlice, {
    focusAfter: title,
    onDeleted: onSaved,
  });
  const hasReferences = useLastDefined(referencesConfirmation.request) !== undefined;
  const open = useCallback(
    (nextDialog: OpenDialog) => {
      forget();
      setDialog(nextDialog);
    },
    [forget],
  );

  useOpenFromAddress('books', () => {
    if (canEdit) open({ kind: 'form', target: { item: undefined } });
  });

  // Only a failed read replaces the list. A failed write is shown in its dialog or under Recent activity.
  if (list.fetchError !== undefined) {
    return (
      <>
        <ScreenHeader title={t('books.heading')} />
        <LoadAlert message={list.fetchError} onRetry={list.reload}>
          <Button size="xs" variant="default" onClick={reset}>
            {t('ui.resetFilters')}
          </Button>
        </LoadAlert>
      </>
    );
  }

  return (
    <ListSettingsContext value={views.listSettings}>
      <ScreenHeader
        title={t('books.heading')}
        titleRef={title}
        beside={<ViewsMenu views={views} />}
        add={
          canEdit && {
            label: t('books.add'),
            onClick: () => open({ kind: 'form', target: { item: undefined } }),
          }
        }
      >
        {kinds.length > 0 && (
          <Button
            variant="default"
            visibleFrom="sm"
            leftSection={<IconListCheck size={16} stroke={1.7} aria-hidden="true" />}
            aria-pressed={selecting.selection !== undefined}
            onClick={selecting.selection ? selecting.end : selecting.start}
          >
            {t('books.select.start')}
          </Button>
        )}
        {canEdit &&
          (release === undefined ? (
            <ImportButton isOff={dialog !== undefined}>
              <Anchor component={Link} to="/imports" replace size="sm">
                {t('batches.seeImports')}
              </Anchor>
            </ImportButton>
          ) : (
            <Text size="sm" c="dimmed">
              {t('release.exitToImport', { name: release })}
            </Text>
          ))}
      </ScreenHeader>
      <BooksFilters
        filters={filters}
        query={list.query}
        categories={options.categories}
        firstBook={list.items[0]}
        hasLoaded={list.hasLoaded && !list.isFetching}
        onChange={change}
        onReset={reset}
        {...(kinds.length > 0 && { onSelect: selecting.start })}
      />
      <PagedList
        list={list}
        page={filters.page}
        goTo={goTo}
        onCorrect={(search) => change({ search })}
        empty={
          <BooksEmpty
            filters={filters}
            query={query}
            onChange={change}
            onShow={setFilters}
            onCreate={canEdit ? () => open({ kind: 'form', target: { item: undefined } }) : undefined}
          />
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- F2 is the keyboard equivalent */}
        <div ref={setFrame} onDoubleClick={quick.onDoubleClick}>
          <BooksTable
            books={list.items}
            onOpen={open}
            deletionOf={deletionOf}
            sort={filters.sort}
            onSort={changeSort}
            selection={selecting.rowSelection}
          />
        </div>
      </PagedList>
      {hasSelected && (
        <SelectingBar
          selection={selecting.selection}
          kinds={kinds}
          total={list.total}
          options={options}
          onPage={selecting.selectPage}
          onAll={selecting.selectAll}
          onClear={selecting.clear}
          onEnd={selecting.end}
          onChanged={list.reload}
        />
      )}
      {quick.target && (
        <QuickEdit
          key={`${quick.target.book.id} ${quick.target.field}`}
          target={quick.target}
          options={options}
          onClose={quick.close}
          onSaved={(message) => {
            setQuickSaves((before) => before + 1);
            onSaved(message);
          }}
        />
      )}
      {hasOpened && (
        <Dialogs
          dialog={referencesConfirmation.request && dialog?.kind === 'delete' ? undefined : dialog}
          options={options}
          onClose={() => setDialog(undefined)}
          onSaved={onSaved}
          onDelete={remove}
          onFocusLost={() => title.current?.focus()}
        />
      )}
      {hasReferences && <ReferencesDialog {...referencesConfirmation} />}
    </ListSettingsContext>
  );
}
