import { Button, Loader, Text } from '@mantine/core';
import { type ReactNode, useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#web/core/api/client.ts';
import { createImportsApi } from '#web/core/api/imports-api.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { UserText } from '#web/ui/user-text.tsx';
import { WindowPager } from '#web/ui/window-pager.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import type { TextRange } from './chapter-edits.ts';
import classes from './proposal-chapters.module.css';
import { rangesIn, readItems } from './read-texts.ts';

export interface ChapterTextsProps {
  readonly importId: number;
  readonly texts: readonly TextRange[];
  readonly name: string;
  /** The first visible paragraph. Default: the first one. */
  readonly startAt?: number;
  /**
   * Renders content before a paragraph.
   * @param index of the paragraph in the chapter, starting at 0
   */
  readonly renderBefore?: (index: number) => ReactNode;
}

/** The number of paragraphs shown at once. */
const INITIAL_COUNT = 10;

/** The paragraphs of a chapter, shown in pages. */
export function ChapterTexts({ importId, texts, name, startAt = 0, renderBefore }: ChapterTextsProps) {
  const { t } = useTranslation();
  const [requestedStart, setStart] = useState(startAt - (startAt % INITIAL_COUNT));
  const count = texts.reduce((sum, { from, to }) => sum + to - from, 0);
  const start = requestedStart < count ? requestedStart : 0;
  const positions = JSON.stringify(rangesIn(texts, start, INITIAL_COUNT));
  const read = useCallback(
    (client: ApiClient, signal: AbortSignal) =>
      readItems(createImportsApi(client), {
        importId,
        positions: JSON.parse(positions) as TextRange[],
        signal,
      }),
    [importId, positions],
  );
  const { value, isReading, apiError, retry } = useRemoteRead(read, {
    attempted_action: t('imports.textsFailed'),
  });
  const paragraphs = useLastDefined(value) ?? [];
  return (
    <section className={classes['texts']} aria-label={t('imports.textOf', { name })} aria-busy={isReading}>
      {apiError && (
        <Text size="sm" component="output">
          {t('imports.textsFailed')}{' '}
          <Button size="compact-xs" variant="default" onClick={retry}>
            {t('ui.retry')}
          </Button>
        </Text>
      )}
      {isReading && paragraphs.length === 0 && <Loader size="sm" aria-label={t('ui.loading')} />}
      {paragraphs.map((text, index) => (
        <div key={index} className={classes['paragraph']}>
          {renderBefore?.(start + index)}
          <p>
            <UserText>{text}</UserText>
          </p>
        </div>
      ))}
      {count > INITIAL_COUNT && (
        <WindowPager start={start} size={INITIAL_COUNT} count={count} onChange={setStart} />
      )}
    </section>
  );
}
