import { Button, Group } from '@mantine/core';
import { IconFiles, IconFolder } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { filesOfInput } from '#web/core/lib/dropped-files.ts';
import { useImportFiles } from './use-import-files.ts';

export interface ImportChoiceProps {
  /** Called before the import of the chosen files starts. */
  readonly onChosen?: () => void;
}

const accept =
  '.m4b,.m4a,.mp3,.opus,.ogg,.oga,.flac,.wav,.cue,.epub,.zip,.json,audio/*,image/jpeg,image/png,image/webp';

/** Buttons that choose files or a folder, and import them. */
export function ImportChoice({ onChosen }: ImportChoiceProps) {
  const { t } = useTranslation();
  const importFiles = useImportFiles();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const addFiles = (input: HTMLInputElement) => {
    const chosenFiles = filesOfInput(input.files);
    // Reset, so that choosing the same files again fires a change event.
    input.value = '';
    onChosen?.();
    importFiles(chosenFiles);
  };
  return (
    <>
      <Group gap="xs">
        <Button
          leftSection={<IconFiles size={16} stroke={1.7} aria-hidden="true" />}
          data-autofocus
          onClick={() => files.current?.click()}
        >
          {t('batches.chooseFiles')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFolder size={16} stroke={1.7} aria-hidden="true" />}
          onClick={() => folder.current?.click()}
        >
          {t('batches.chooseFolder')}
        </Button>
      </Group>
      <input
        ref={files}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={t('batches.chooseFiles')}
        onChange={({ currentTarget }) => addFiles(currentTarget)}
      />
      <input
        // `webkitdirectory` is the only way to choose a folder.
        {...{ webkitdirectory: '' }}
        ref={folder}
        type="file"
        hidden
        aria-label={t('batches.chooseFolder')}
        onChange={({ currentTarget }) => addFiles(currentTarget)}
      />
    </>
  );
}
