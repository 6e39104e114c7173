import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Book } from '#contract/books/books';
import { type Sample, formatSample, sampleError } from '#contract/books/sample';
import { readClock, toExactClock } from '#web/core/lib/clock.ts';
import { useSavedMessage } from '#web/core/components/release/use-release.ts';
import { useSave } from '#web/core/components/use-save.ts';
import { useToast } from '#web/ui/use-toast.ts';
import { booksSlice } from './books.slice.ts';

/** A chapter with audio. */
export interface SampleChapter {
  readonly code: string;
  readonly name: string;
}

const textsOf = ({ chapter_code, start, end }: Sample) => ({
  chapter_code,
  start: toExactClock(start),
  end: toExactClock(end),
});

/** The state of the fields of a sample. @param onSaved called with the saved book; undefined if the response did not include it */
export function useSampleForm(
  book: Pick<Book, 'id' | 'version'>,
  { initial, onSaved }: { readonly initial: Sample; readonly onSaved: (book: Book | undefined) => void },
) {
  const { t } = useTranslation();
  const toast = useToast();
  const savedMessage = useSavedMessage();
  const { saving, save } = useSave(booksSlice, book);
  const [values, setValues] = useState(() => textsOf(initial));
  const [error, setError] = useState<string>();

  const send = async (sample: string) => {
    const outcome = await save({ sample });
    if ('apiError' in outcome) {
      setError(outcome.apiError.errors?.['sample'] ?? outcome.apiError.message);
      return;
    }
    toast('success', savedMessage(booksSlice.declaration.messages.updated));
    onSaved(outcome.saved);
  };

  return {
    values,
    error,
    isSaving: saving !== undefined,
    set: (changes: Partial<typeof values>) => {
      setValues((before) => ({ ...before, ...changes }));
      setError(undefined);
    },
    setRange: (sample: Sample) => {
      setValues(textsOf(sample));
      setError(undefined);
    },
    submit: () => {
      const [start, end] = [readClock(values.start), readClock(values.end)];
      const message =
        start === undefined || end === undefined ? t('sample.invalid') : sampleError({ start, end });
      if (start === undefined || end === undefined || message !== undefined) setError(message);
      else void send(formatSample({ chapter_code: values.chapter_code, start, end }));
    },
    remove: () => void send(''),
  };
}

export type SampleForm = ReturnType<typeof useSampleForm>;
