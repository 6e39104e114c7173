import { Button, CloseButton, Group, Input, Text, VisuallyHidden } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#contract/core/format-bytes';
import classes from './file-field.module.css';

export interface FileFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly error?: ReactNode;
  readonly accept: string;
  readonly name: string;
  readonly file: File | undefined;
  readonly onChange: (file: File | undefined) => void;
  /** True if there is a stored file. It is kept unless another one is chosen or it is removed. */
  readonly isStored: boolean;
  /** True if the next save removes the stored file. */
  readonly isRemoved: boolean;
  readonly onRemove: (isRemoved: boolean) => void;
  /** A preview of the stored or chosen file. */
  readonly children?: ReactNode;
}

/**
 * A native file input behind a button, with the name and size of the chosen file and a button that clears it. The stored file can be
 * removed, and restored until the form is saved.
 */
export function FileField({
  label,
  description,
  error,
  accept,
  name,
  file,
  onChange,
  isStored,
  isRemoved,
  onRemove,
  children,
}: FileFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (next: File | undefined) => {
    onChange(next);
    if (!next && input.current) {
      input.current.value = '';
      input.current.focus();
    }
  };
  return (
    <Input.Wrapper
      id={id}
      label={label}
      description={description}
      error={error}
      data-field
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <div className={classes['field']}>
        {children}
        {/* The name of a chosen file is shortened. Buttons have their own line if there is too little space. */}
        <Group gap="xs" wrap={file ? 'nowrap' : 'wrap'} className={classes['choice'] ?? ''}>
          <div className={classes['picker']}>
            <VisuallyHidden>
              <input
                ref={input}
                id={id}
                type="file"
                name={name}
                accept={accept}
                aria-describedby={description ? `${id}-description` : undefined}
                aria-invalid={error ? true : undefined}
                onChange={(event) => choose(event.currentTarget.files?.[0])}
              />
            </VisuallyHidden>
            <Button
              component="span"
              variant="default"
              size="xs"
              leftSection={<IconUpload size={15} stroke={1.7} />}
              onClick={() => input.current?.click()}
            >
              {t('ui.chooseFile')}
            </Button>
          </div>
          {file ? (
            <>
              <Text size="sm" truncate data-tooltip-when-cut>
                {file.name} <span className={classes['size']}>{formatBytes(file.size)}</span>
              </Text>
              <CloseButton
                size="sm"
                aria-label={t('ui.removeChoice', { name: file.name })}
                onClick={() => choose(undefined)}
              />
            </>
          ) : isStored ? (
            <>
              {isRemoved && (
                <Text size="sm" c="dimmed">
                  {t('ui.fileRemoved')}
                </Text>
              )}
              <Button
                variant="subtle"
                size="xs"
                color={isRemoved ? 'pine' : 'red'}
                leftSection={isRemoved ? undefined : <IconTrash size={15} stroke={1.7} />}
                // Separate from the name of the field.
                aria-describedby={`${id}-label`}
                onClick={() => onRemove(!isRemoved)}
              >
                {t(isRemoved ? 'ui.keepFile' : 'ui.removeFile')}
              </Button>
            </>
          ) : (
            <Text size="sm" c="dimmed">
              {t('ui.noFile')}
            </Text>
          )}
        </Group>
      </div>
    </Input.Wrapper>
  );
}
