import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './position-button.module.css';
import type { SortablePosition } from './sortable-list.tsx';

export interface PositionButtonProps {
  readonly name: string;
  readonly position: SortablePosition;
}

/** The position of an entry in its list. When pressed, it becomes an input: Enter moves the entry, Escape cancels. */
export function PositionButton({ name, position: { index, count, onMoveTo } }: PositionButtonProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const hasClosed = useRef(false);
  const isTyping = typed !== undefined;
  useEffect(() => {
    if (isTyping) return;
    if (hasClosed.current) button.current?.focus();
    hasClosed.current = false;
  }, [isTyping]);

  if (typed === undefined) {
    return (
      <button
        ref={button}
        type="button"
        className={classes['position']}
        aria-label={t('sortable.position', { name, position: index + 1 })}
        data-tooltip={t('sortable.moveTo')}
        onClick={() => setTyped(String(index + 1))}
      >
        {index + 1}
      </button>
    );
  }
  const close = (takesFocus: boolean) => {
    hasClosed.current = takesFocus;
    setTyped(undefined);
  };
  const apply = () => {
    const position = Math.trunc(Number(typed));
    close(true);
    if (typed.trim() !== '' && Number.isFinite(position)) onMoveTo(position - 1);
  };
  return (
    <input
      className={classes['input']}
      type="number"
      min={1}
      max={count}
      aria-label={t('sortable.newPosition', { name })}
      value={typed}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the pressed button
      autoFocus
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={() => close(false)}
      // The field handles Escape, not the dialog around it. Dragging selects text instead of moving the entry.
      data-mantine-stop-propagation="true"
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        if (event.key === 'Enter') apply();
        else close(true);
      }}
    />
  );
}
