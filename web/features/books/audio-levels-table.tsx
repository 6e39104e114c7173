import { Badge, Group, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { toClock } from '#contract/core/format-duration';
import { useLocale } from '#web/core/components/use-locale.ts';
import { decimalFormat } from '#web/core/lib/formats.ts';
import type { FileLevels } from './audio-levels.ts';
import classes from './audio-levels.module.css';

type State = FileLevels['states'][number];

const colorOf = (state: State): string =>
  state === 'meets' ? 'green' : state === 'waiting' ? 'gray' : state === 'unreadable' ? 'red' : 'yellow';

export function AudioLevelsTable({ files }: { readonly files: readonly FileLevels[] }) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- The table scrolls by keyboard only if it can have the focus.
    <section className={classes['scroll']} tabIndex={0} aria-label={t('audioLevels.open')}>
      <Table className={classes['table'] ?? ''} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('audioLevels.file')}</Table.Th>
            <Table.Th>{t('audioLevels.result')}</Table.Th>
            {(['length', 'rms', 'peak', 'floor', 'lufs'] as const).map((column) => (
              <Table.Th key={column} className={classes['figure'] ?? ''}>
                {t(`audioLevels.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file) => (
            <FileRow key={file.analysis.audio_url} file={file} />
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

function FileRow({ file: { analysis, chapters, states } }: { readonly file: FileLevels }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { seconds, rms_db, true_peak_db, floor_db, lufs, error } = analysis;
  const figure = (db: number | null) => (db === null ? '–' : decimalFormat(locale).format(db));
  const isOutside = (...problems: State[]) =>
    problems.some((problem) => states.includes(problem)) || undefined;
  const [name] = chapters;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes['name'] ?? ''} title={chapters.join(', ')}>
        {name === undefined
          ? t('audioLevels.wholeBook')
          : t('audioLevels.chapters', { count: chapters.length, name, others: chapters.length - 1 })}
      </Table.Th>
      <Table.Td className={classes['result'] ?? ''}>
        <Group gap={4}>
          {states.map((state) => (
            <Badge
              key={state}
              variant="light"
              color={colorOf(state)}
              tt="none"
              data-tooltip={error ?? undefined}
            >
              {t(`audioLevels.${state}`)}
            </Badge>
          ))}
        </Group>
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''}>{seconds === null ? '–' : toClock(seconds)}</Table.Td>
      <Table.Td className={classes['figure'] ?? ''} data-outside={isOutside('tooQuiet', 'tooLoud')}>
        {figure(rms_db)}
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''} data-outside={isOutside('peakTooHigh')}>
        {figure(true_peak_db)}
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''} data-outside={isOutside('tooNoisy')}>
        {figure(floor_db)}
      </Table.Td>
      <Table.Td className={classes['figure'] ?? ''}>{figure(lufs)}</Table.Td>
    </Table.Tr>
  );
}
