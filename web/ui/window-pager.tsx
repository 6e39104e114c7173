import { Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { IconAction } from './icon-action.tsx';

export interface WindowPagerProps {
  /** The index of the first visible entry. */
  readonly start: number;
  readonly size: number;
  readonly count: number;
  readonly onChange: (start: number) => void;
}

/** Pages through a long list in windows: "101–200 of 5,000". */
export function WindowPager({ start, size, count, onChange }: WindowPagerProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const pressedButton = useRef<HTMLButtonElement>(undefined);
  // A pressed button that becomes disabled loses the focus, so the other button receives it.
  useLayoutEffect(() => {
    if (pressedButton.current?.disabled)
      frame.current?.querySelector<HTMLButtonElement>('button:not(:disabled)')?.focus();
    pressedButton.current = undefined;
  });
  const step = (to: number, label: string, icon: ReactNode) => (
    <IconAction
      label={label}
      icon={icon}
      disabled={to < 0 || to >= count}
      onClick={({ currentTarget }) => {
        pressedButton.current = currentTarget;
        onChange(to);
      }}
    />
  );
  return (
    <Group ref={frame} gap="xs" mt="xs" justify="center">
      {step(start - size, t('sortable.previousWindow'), <IconChevronLeft size={18} />)}
      <Text size="sm" data-numeric>
        {t('sortable.window', { from: start + 1, to: Math.min(start + size, count), count })}
      </Text>
      {step(start + size, t('sortable.nextWindow'), <IconChevronRight size={18} />)}
    </Group>
  );
}
