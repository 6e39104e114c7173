import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readClock, toExactClock } from '#web/core/lib/clock.ts';
import { shiftBy, stretchFrom, warpAfter } from '../model/marks.ts';
import { fromLine } from '../model/timeline.ts';
import { useContentEditor } from '../content-editor-context.ts';
import { useValue } from '#web/core/lib/value-store.ts';
import classes from './chapters.module.css';

/** Parses a signed time: `-12.5`, `+0:12.5`, `1:02`. */
function parseSignedNumber(text: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+\-−]?)(.*)$/u.exec(text) ?? [];
  const seconds = readClock(rest);
  return seconds === undefined ? undefined : sign === '' || sign === '+' ? seconds : -seconds;
}

/**
 * Moves all times after a position, by a number of seconds or proportionally. It corrects chapters after audio was cut or its speed
 * changed.
 */
export function ShiftPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const contentEditor = useContentEditor();
  useValue(contentEditor.timeline);
  const [kind, setKind] = useState<'shift' | 'stretch'>('shift');
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState(() => toExactClock(contentEditor.player.time.get()));
  const start = readClock(from);
  const percent = Number(amount.replace(',', '.').replace('%', ''));
  const size = kind === 'shift' ? parseSignedNumber(amount) : percent > 0 ? percent / 100 : undefined;

  const use = () => {
    const position = start === undefined ? undefined : fromLine(contentEditor.timeline.get(), start);
    if (!position || size === undefined) return;
    const { file, seconds } = position;
    const transform = kind === 'shift' ? shiftBy(size) : stretchFrom(seconds, size);
    const changedContent = warpAfter(contentEditor.current(), {
      file: file.file,
      from: seconds,
      transform,
      length: file.seconds,
    });
    if (!changedContent) {
      contentEditor.showMessage(t('contentEditor.cannotShift'));
      return;
    }
    contentEditor.change(kind, () => changedContent);
    onClose();
  };

  return (
    <section className={classes['panel']} aria-label={t('contentEditor.shift')}>
      <SegmentedControl
        size="xs"
        value={kind}
        onChange={(value) => {
          setKind(value === 'stretch' ? 'stretch' : 'shift');
          setAmount('');
        }}
        data={[
          { value: 'shift', label: t('contentEditor.shiftBy') },
          { value: 'stretch', label: t('contentEditor.stretchTo') },
        ]}
      />
      <div className={classes['panelRow']}>
        <TextInput
          size="xs"
          label={t('contentEditor.after')}
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <TextInput
          size="xs"
          label={t(kind === 'shift' ? 'contentEditor.seconds' : 'contentEditor.percent')}
          placeholder={kind === 'shift' ? '-12.5' : '100.2'}
          value={amount}
          onChange={({ currentTarget: { value } }) => setAmount(value)}
        />
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={start === undefined || size === undefined} onClick={use}>
          {t('contentEditor.apply')}
        </Button>
      </div>
      <p className={classes['hint']}>{t('contentEditor.shiftHint')}</p>
    </section>
  );
}
