import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#contract/core/limits';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import type { PasteListProps } from './paste-list-props.ts';
import classes from './paste-list.module.css';
import type { MatchedLine } from './use-line-search.ts';

export interface UnresolvedLinesProps<Entry>
  extends Pick<PasteListProps<Entry>, 'search' | 'nameOf' | 'keyOf' | 'onAdd'> {
  readonly lines: readonly MatchedLine<Entry>[];
  readonly onCancel: () => void;
}

interface Line<Entry> extends MatchedLine<Entry> {
  readonly id: number;
  /** The pasted line. It labels the fields. */
  readonly pasted: string;
  readonly chosen: Entry | undefined;
  readonly isFailed: boolean;
}

const onlyEntry = <Entry,>(entries: readonly Entry[]) => (entries.length === 1 ? entries[0] : undefined);

/** Lists the lines with no match or several matches. The user corrects, resolves or skips each. */
export function UnresolvedLines<Entry>(props: UnresolvedLinesProps<Entry>) {
  const { lines: matchedLines, search, nameOf, keyOf, onAdd, onCancel } = props;
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const [lines, setLines] = useState<readonly Line<Entry>[]>(() =>
    matchedLines.map(({ line, entries }, id) => ({
      id,
      line,
      pasted: line,
      entries,
      chosen: onlyEntry(entries),
      isFailed: false,
    })),
  );
  // Lines that are resolved at first are hidden. Lines resolved here stay visible.
  const [open] = useState(
    () => new Set(lines.filter(({ chosen }) => chosen === undefined).map(({ id }) => id)),
  );
  const openLines = lines.filter(({ id }) => open.has(id));
  const entries = lines.flatMap(({ chosen }) => (chosen === undefined ? [] : [chosen]));
  const change = (id: number, changes: Partial<Line<Entry>>) =>
    setLines((before) => before.map((line) => (line.id === id ? { ...line, ...changes } : line)));

  const searchAgain = async ({ id, line }: Line<Entry>) => {
    const text = line.trim();
    if (text === '') return;
    try {
      const again = await search(client, text, new AbortController().signal);
      change(id, { entries: again, chosen: onlyEntry(again), isFailed: false });
    } catch (error) {
      const apiError = toApiErrorDetails(error, t('paste.failed'));
      recordError(dispatch, { apiError, attempted_action: t('paste.failed'), details: { cause: error } });
      change(id, { isFailed: true });
    }
  };

  return (
    <>
      <Text size="sm">{t('paste.unsettled', { count: openLines.length, total: lines.length })}</Text>
      <ul className={classes['lines']} aria-label={t('paste.unsettledList')}>
        {openLines.map((line) => (
          <li key={line.id} className={classes['line']} data-settled={line.chosen !== undefined}>
            <TextInput
              size="sm"
              aria-label={t('paste.line', { line: line.pasted })}
              value={line.line}
              maxLength={limits.maxSearchLength}
              error={line.isFailed ? t('ui.searchFailed') : undefined}
              onChange={({ currentTarget: { value } }) => change(line.id, { line: value })}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                // Enter would otherwise submit the outer form.
                event.preventDefault();
                void searchAgain(line);
              }}
            />
            {line.entries.length === 0 ? (
              <span className={classes['unknown']}>
                <Text size="sm" span>
                  {t('paste.unknown')}
                </Text>
                <Button size="xs" variant="default" onClick={() => void searchAgain(line)}>
                  {t('paste.again')}
                </Button>
              </span>
            ) : (
              <NativeSelect
                aria-label={t('paste.meant', { line: line.pasted })}
                value={line.chosen === undefined ? '' : keyOf(line.chosen)}
                data={[
                  { value: '', label: t('paste.choose', { count: line.entries.length }) },
                  ...line.entries.map((entry) => ({ value: keyOf(entry), label: nameOf(entry) })),
                ]}
                onChange={({ currentTarget: { value } }) =>
                  change(line.id, { chosen: line.entries.find((entry) => keyOf(entry) === value) })
                }
              />
            )}
            <IconAction
              label={t('paste.leaveOut', { line: line.pasted })}
              tooltip={t('ui.remove')}
              icon={<IconX size={16} stroke={1.7} />}
              onClick={() => setLines((before) => before.filter(({ id }) => id !== line.id))}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs" justify="flex-end">
        <Button size="xs" variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={entries.length === 0} onClick={() => onAdd(entries)}>
          {t('paste.add', { count: entries.length })}
        </Button>
      </Group>
    </>
  );
}
