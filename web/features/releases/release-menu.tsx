import { Menu } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import type { ReleaseColour } from '#contract/releases/releases';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useReleaseSwitch } from '#web/core/components/release/use-release.ts';
import { useReleases } from '#web/core/components/release/use-releases.ts';
import { selectReleaseId } from '#web/core/store/active-release.slice.ts';
import { useAppSelector } from '#web/core/store/hooks.ts';
import { At } from '#web/ui/menu-popup.tsx';
import { UserText } from '#web/ui/user-text.tsx';

export interface ReleaseMenuProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

/** The value of the live catalogue. */
const live = 'live';

/** The menu of the live catalogue and the open releases. */
export function ReleaseMenu({ button, isOpen, onChange }: ReleaseMenuProps) {
  // The focus returns only after a menu was closed.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  return (
    <Menu
      position="bottom-end"
      width={280}
      floatingStrategy="fixed"
      opened={isOpen && isMounted}
      onChange={onChange}
    >
      <Menu.Target>
        <At element={button} />
      </Menu.Target>
      <Menu.Dropdown mah="min(34rem, 75dvh)" style={{ overflowY: 'auto' }}>
        {isOpen && <Items />}
      </Menu.Dropdown>
    </Menu>
  );
}

function Items() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const selected = useAppSelector(selectReleaseId);
  const select = useReleaseSwitch();
  const { value: releases, apiError } = useReleases('open');
  const items: readonly { value: string; name: string; colour: ReleaseColour | typeof live }[] = [
    { value: live, name: t('release.live'), colour: live },
    ...(releases ?? []).map(({ id, name, colour }) => ({ value: String(id), name, colour })),
  ];
  return (
    <>
      <Menu.Label>{t('releases.switchTitle')}</Menu.Label>
      <Menu.RadioGroup
        value={selected === undefined ? live : String(selected)}
        onChange={(value) => select(value === live ? undefined : Number(value))}
      >
        {items.map(({ value, name, colour }) => (
          <Menu.RadioItem
            key={value}
            value={value}
            rightSection={<ReleaseDot colour={colour} />}
            closeMenuOnClick
          >
            <UserText>{name}</UserText>
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {apiError && <Menu.Label role="alert">{apiError.message}</Menu.Label>}
      <Menu.Divider />
      <Menu.Item
        leftSection={<IconPlus size={16} stroke={1.7} aria-hidden="true" />}
        onClick={() => void navigate('/releases?open=new')}
      >
        {t('releases.newRelease')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to="/releases"
        leftSection={<IconListDetails size={16} stroke={1.7} aria-hidden="true" />}
      >
        {t('releases.manage')}
      </Menu.Item>
    </>
  );
}
