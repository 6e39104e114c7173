import { Button, Group, Text } from '@mantine/core';
import { IconChecks, IconClipboardPlus, IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '#web/ui/data-table.tsx';
import { FormAlert } from '#web/ui/form-alert.tsx';
import { PastePanel } from './paste-panel.tsx';
import { isTable, parseRows } from './paste-rows.ts';
import { StoryItemRow, type StoryItemRowActions } from './story-item-row.tsx';
import classes from './story-items.module.css';
import type { StoryRow } from './story-items.ts';
import { usePasteErrorMessage } from './use-paste-error.ts';
import type { Progress, StoryRowActions } from './use-story-rows.ts';

export interface ItemsTableProps {
  readonly rows: readonly StoryRow[];
  /** Defined while all rows are validated. */
  readonly progress: Progress | undefined;
  readonly actions: StoryRowActions;
  /** The errors of rows by key. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The control of a row that receives the focus after it is rendered. */
interface Focus {
  readonly key: string;
  /** Candidates in order. The first enabled one is focused. */
  readonly selectors: readonly string[];
}

const up = '[data-act="up"]';
const down = '[data-act="down"]';

/** The table of a story book's items, with the controls that add items. */
export function ItemsTable({ rows, progress, actions, errors }: ItemsTableProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const [focus, setFocus] = useState<Focus>();
  const [picking, setPicking] = useState<string>();
  const [isPasting, setPasting] = useState(false);
  const [pasteError, setPasteError] = useState<string>();
  const errorText = usePasteErrorMessage();
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  // The added or moved row, or the one after a removed row, is focused, so that the next key applies there.
  useEffect(() => {
    if (!focus) return;
    const find = (selector: string) =>
      frame.current?.querySelector<HTMLElement>(`[data-row="${focus.key}"] ${selector}:not(:disabled)`);
    const control = focus.selectors.map(find).find((candidate) => candidate);
    (control ?? addButton.current)?.focus();
  }, [focus]);

  const rowActions = useMemo(
    (): StoryItemRowActions => ({
      ...actions,
      remove(key) {
        const index = latest.current.findIndex((row) => row.key === key);
        const neighbour = latest.current[index + 1] ?? latest.current[index - 1];
        actions.remove(key);
        setFocus({ key: neighbour?.key ?? '', selectors: ['[data-act="remove"]'] });
      },
      move(key, step) {
        actions.move(key, step);
        setFocus({ key, selectors: step === -1 ? [up, down] : [down, up] });
      },
      paste(key, text) {
        if (!isTable(text)) return false;
        const parseResult = parseRows(text);
        if ('error' in parseResult) setPasteError(errorText(parseResult));
        else {
          setPasteError(undefined);
          setFocus({ key: actions.insert(parseResult.rows, key), selectors: ['input'] });
        }
        return true;
      },
      pick(key, isOpen) {
        setPicking(isOpen ? key : undefined);
        if (!isOpen) setFocus({ key, selectors: ['[data-act="pick"]'] });
      },
    }),
    [actions, errorText],
  );
  const closePasting = useCallback(() => setPasting(false), []);

  const label = {
    number: t('storyBooks.number'),
    book_code: t('storyBooks.bookCode'),
    chapter_code: t('storyBooks.chapterCode'),
    text_item_code: t('storyBooks.textItemCode'),
    featured: t('storyBooks.featured'),
    validation: t('storyBooks.validation'),
    actions: t('storyBooks.actions'),
  };
  const isAllValid = rows.every(({ validation }) => validation.state === 'valid');

  return (
    <section className={classes['items']} ref={frame}>
      <div className={classes['head']}>
        <h3 className={classes['heading']}>{t('storyBooks.items')}</h3>
        <output className={classes['progress']}>
          {progress && t('storyBooks.validated', { ...progress })}
        </output>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconClipboardPlus size={15} />}
          aria-expanded={isPasting}
          onClick={() => setPasting(!isPasting)}
        >
          {t('storyBooks.pasteRows')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconChecks size={15} />}
          disabled={isAllValid || progress !== undefined}
          onClick={() => void actions.validateAll()}
        >
          {t('storyBooks.validateAll')}
        </Button>
      </div>
      {isPasting && (
        <PastePanel
          onAdd={(pastedRows) => {
            setPasting(false);
            setFocus({ key: actions.insert(pastedRows), selectors: ['input'] });
          }}
          onClose={closePasting}
        />
      )}
      {pasteError !== undefined && <FormAlert messages={[pasteError]} />}
      {rows.length === 0 ? (
        <Text className={classes['none'] ?? ''}>{t('storyBooks.noItems')}</Text>
      ) : (
        <div className={classes['table']}>
          <DataTable columns={Object.values(label)} rowsFrom={62}>
            {rows.map((row, index) => (
              <StoryItemRow
                key={row.key}
                row={row}
                number={index + 1}
                isLast={index === rows.length - 1}
                error={errors[row.key]}
                isPicking={picking === row.key}
                previousBook={rows[index - 1]?.book_code.trim() || undefined}
                actions={rowActions}
              />
            ))}
          </DataTable>
        </div>
      )}
      <Group>
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => setFocus({ key: actions.add(), selectors: ['input'] })}
        >
          {t('storyBooks.addItem')}
        </Button>
      </Group>
    </section>
  );
}
