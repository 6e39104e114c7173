import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readClock } from '../../../lib/clock.ts';
import { shiftBy, stretchFrom, warpAfter } from '../model/marks.ts';
import { fromLine } from '../model/timeline.ts';
import { useStudio } from '../studio-context.ts';
import { useValue } from '../value-store.ts';
import { tickLabel } from '../waveform/paint.ts';
import classes from './chapters.module.css';

/** `-12.5`, `+0:12.5`, `1:02`. */
function readSigned(text: string): number | undefined {
  const [, sign, rest = ''] = /^\s*([+\-−]?)(.*)$/u.exec(text) ?? [];
  const seconds = readClock(rest);
  return seconds === undefined ? undefined : sign === '' || sign === '+' ? seconds : -seconds;
}

/** Moves every time after a point: by so many seconds, or in proportion, such as when the sound was cut or runs at another speed. */
export function ShiftPanel({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const studio = useStudio();
  useValue(studio.timeline);
  const [kind, setKind] = useState<'shift' | 'stretch'>('shift');
  const [amount, setAmount] = useState('');
  const [from, setFrom] = useState(() => tickLabel(studio.player.time.get(), 0.05));
  const start = readClock(from);
  const percent = Number(amount.replace(',', '.').replace('%', ''));
  const size = kind === 'shift' ? readSigned(amount) : percent > 0 ? percent / 100 : undefined;

  const use = () => {
    const place = start === undefined ? undefined : fromLine(studio.timeline.get(), start);
    if (!place || size === undefined) return;
    const { file, seconds } = place;
    const warp = kind === 'shift' ? shiftBy(size) : stretchFrom(seconds, size);
    const changed = warpAfter(studio.current(), file.file, seconds, warp, file.seconds);
    if (!changed) {
      studio.say(t('studio.cannotShift'));
      return;
    }
    studio.change(kind, () => changed);
    onClose();
  };

  return (
    <section className={classes['panel']} aria-label={t('studio.shift')}>
      <SegmentedControl
        size="xs"
        value={kind}
        onChange={(value) => {
          setKind(value === 'stretch' ? 'stretch' : 'shift');
          setAmount('');
        }}
        data={[
          { value: 'shift', label: t('studio.shiftBy') },
          { value: 'stretch', label: t('studio.stretchTo') },
        ]}
      />
      <div className={classes['panelRow']}>
        <TextInput
          size="xs"
          label={t('studio.after')}
          value={from}
          onChange={({ currentTarget: { value } }) => setFrom(value)}
        />
        <TextInput
          size="xs"
          label={t(kind === 'shift' ? 'studio.seconds' : 'studio.percent')}
          placeholder={kind === 'shift' ? '-12.5' : '100.2'}
          value={amount}
          onChange={({ currentTarget: { value } }) => setAmount(value)}
        />
        <Button size="xs" variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button size="xs" disabled={start === undefined || size === undefined} onClick={use}>
          {t('studio.apply')}
        </Button>
      </div>
      <p className={classes['hint']}>{t('studio.shiftHint')}</p>
    </section>
  );
}
