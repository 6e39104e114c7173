import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { useBackButton } from '#web/core/lib/use-back-button.ts';
import { FormActions } from '#web/ui/form-actions.tsx';
import { SampleFields } from './sample-fields.tsx';
import { type SampleChapter, useSampleForm } from './use-sample-form.ts';

export interface SampleDialogProps {
  readonly isOpen: boolean;
  readonly book: Book;
  /** The chapters with audio. */
  readonly chapters: readonly SampleChapter[];
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Edits the audio sample of a book. */
export function SampleDialog({ isOpen, ...props }: SampleDialogProps) {
  const { t } = useTranslation();
  useBackButton(isOpen, props.onClose);
  return (
    <Modal
      opened={isOpen}
      onClose={props.onClose}
      title={t('sample.heading')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {isOpen && <SampleFormContent {...props} />}
    </Modal>
  );
}

const DEFAULT_SECONDS = 60;

function SampleFormContent({ book, chapters, onClose, onSaved }: Omit<SampleDialogProps, 'isOpen'>) {
  const { t } = useTranslation();
  const form = useSampleForm(book, {
    initial: book.sample ?? { chapter_code: chapters[0]?.code ?? '', start: 0, end: DEFAULT_SECONDS },
    onSaved: () => {
      onClose();
      onSaved();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="sm">
        <SampleFields form={form} chapters={chapters} />
        {book.sample && (
          <Group>
            <Button
              variant="subtle"
              color="red"
              size="compact-sm"
              disabled={form.isSaving}
              onClick={form.remove}
            >
              {t('sample.remove')}
            </Button>
          </Group>
        )}
        <FormActions
          saving={form.isSaving ? { progress: undefined } : undefined}
          submit={t('sample.save')}
          busy={t('sample.saving')}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
