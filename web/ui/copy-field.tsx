import { Button, Group, Textarea } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './copy-field.module.css';

/** The number of characters per line on a narrow screen. */
const CHARACTERS_PER_LINE = 34;

export interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** The text of the button. Default: "Copy". */
  readonly copyLabel?: string;
}

/** A read-only text with a copy button. */
export function CopyField({ label, value, copyLabel }: CopyFieldProps) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // The browser allows copying only at secure addresses. The selected text can be copied by keyboard.
    }
  };

  return (
    <Group gap="xs" align="end">
      <Textarea
        ref={field}
        label={label}
        value={value}
        readOnly
        rows={Math.ceil(value.length / CHARACTERS_PER_LINE)}
        classNames={{ input: classes['value'] ?? '' }}
        data-autofocus
        style={{ flex: '1 1 15rem' }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
      >
        {isCopied ? t('ui.copied') : (copyLabel ?? t('ui.copy'))}
      </Button>
    </Group>
  );
}
