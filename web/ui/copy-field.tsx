import { Button, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

/** A text that is to be taken elsewhere. */
export function CopyField({ label, value }: { readonly label: string; readonly value: string }) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // Browsers allow it on secure addresses only; what is selected can be copied by keyboard.
    }
  };

  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        ref={field}
        label={label}
        value={value}
        readOnly
        data-autofocus
        style={{ flex: 1 }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={isCopied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => void copy()}
      >
        {t(isCopied ? 'ui.copied' : 'ui.copy')}
      </Button>
    </Group>
  );
}
