import { Anchor, Stack, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { help, type HelpPage } from '#web/core/i18n/en/help.ts';
import { useNamedShortcuts } from '#web/core/lib/screen-shortcuts.ts';
import { IconAction } from '#web/ui/icon-action.tsx';
import { KeyNames } from '#web/ui/key-name.tsx';
import { type ModuleName, modules } from '../modules.ts';
import type { Module } from '#web/core/lib/module.ts';
import classes from './help-panel.module.css';

export interface HelpPanelProps {
  /** The module that the help page is about. */
  readonly name: ModuleName;
  /** True if the help page is about the current screen. Its shortcuts are then listed. */
  readonly isOfScreen: boolean;
  readonly onClose: () => void;
  readonly openShortcuts: () => void;
}

/** The help page of a screen beside it: purpose, tasks and shortcuts. It covers as little of the screen as possible. */
export function HelpPanel({ name, isOfScreen, onClose, openShortcuts }: HelpPanelProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const shortcuts = useNamedShortcuts();
  const { help: topic }: Module = modules[name];
  const panel = useRef<HTMLElement>(null);
  const closeOnEscape = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') onClose();
  });
  useEffect(() => {
    const element = panel.current;
    element?.addEventListener('keydown', closeOnEscape);
    heading.current?.focus();
    return () => element?.removeEventListener('keydown', closeOnEscape);
  }, []);
  if (topic === undefined) return null;
  const { purpose, tasks }: HelpPage = help[topic];
  return (
    <aside ref={panel} className={classes['panel']} aria-labelledby="help-heading">
      <div className={classes['head']}>
        <Title order={2} size="h4" id="help-heading" ref={heading} tabIndex={-1}>
          {t('help.title', { screen: t(`${name}.heading`) })}
        </Title>
        <IconAction
          color="gray"
          size="lg"
          label={t('help.close')}
          icon={<IconX size={18} stroke={1.7} />}
          onClick={onClose}
        />
      </div>
      <Stack gap="md">
        <Text>{purpose}</Text>
        {tasks.map(({ task, steps }) => (
          <section key={task}>
            <Title order={3} size="h6">
              {task}
            </Title>
            <Text>{steps}</Text>
          </section>
        ))}
        <section>
          <Title order={3} size="h6">
            {t('keys.heading')}
          </Title>
          {isOfScreen && shortcuts.length > 0 && (
            <dl className={classes['keys']}>
              {shortcuts.map(({ key, label }) => (
                <div key={key}>
                  <dt>
                    <KeyNames keys={key === 'ArrowDown' ? ['ArrowUp', 'ArrowDown'] : [key]} />
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
            </dl>
          )}
          <Anchor component="button" type="button" onClick={openShortcuts}>
            {t('help.allShortcuts')}
          </Anchor>
        </section>
      </Stack>
    </aside>
  );
}
