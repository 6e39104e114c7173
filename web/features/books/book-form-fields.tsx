import { Alert, Button, Group, NativeSelect, NumberInput, Stack, Textarea, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageLabel, languages } from '#contract/languages';
import { limits } from '#contract/limits';
import { type Book, books } from '#contract/resources/books';
import { useApi } from '../../api/api-context.ts';
import { type ApiFailure, toFailure } from '../../api/api-error.ts';
import { createResourceApi } from '../../api/resource-api.ts';
import { toClock, toMinutes } from '../../lib/durations.ts';
import { readAudioDuration } from '../../lib/audio-file.ts';
import { useAppSelector } from '../../store/hooks.ts';
import { selectSettings } from '../../store/store.ts';
import { UploadProgress } from '../../ui/upload-progress.tsx';
import type { CategoryOptions } from '../../widgets/use-category-options.ts';
import { AudioField, CoverField, fileFault } from './book-file-fields.tsx';
import {
  type BookFormValues,
  bookFormRules,
  spareAuthorId,
  toFieldErrors,
  toFormValues,
  toPayload,
  toWholeNumber,
} from './book-form.ts';
import classes from './book-dialog.module.css';
import { useBookSave } from './use-book-save.ts';

type Field = keyof BookFormValues;
type Errors = Partial<Record<Field, string>>;

export interface BookFormProps {
  readonly book: Book | undefined;
  readonly options: CategoryOptions;
  /** Takes the focus by itself: the dialog it appears in has been open before it. */
  readonly takesFocus: boolean;
  readonly onDirty: (isDirty: boolean) => void;
  readonly onCancel: () => void;
  /** Takes the stored book in place of the one the form began with. */
  readonly onReload: (stored: Book) => void;
  readonly onSaved: () => void;
}

interface Option {
  readonly value: string;
  readonly label: string;
}

/** The options, and what is chosen already when it is not among them: not loaded yet, or removed since. */
function withStored(entries: Option[], value: string, label: string | undefined): Option[] {
  return entries.some((entry) => entry.value === value)
    ? entries
    : [...entries, { value, label: label ?? value }];
}

/** What is wrong stands once, in the alert above the fields; the fields are marked and the first one gets the focus. */
export function BookForm(props: BookFormProps) {
  const { book, options, takesFocus, onDirty, onCancel, onReload, onSaved } = props;
  const { t } = useTranslation();
  const client = useApi();
  const settings = useAppSelector(selectSettings);
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(() => toFormValues(book));
  const [spareId] = useState(() => spareAuthorId(book));
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<ApiFailure>();
  const [heard, setHeard] = useState<{ file: File; seconds: number }>();
  const [refusals, setRefusals] = useState(0);
  const { saving, save, cancel } = useBookSave(book);

  const set = <Key extends Field>(field: Key, value: BookFormValues[Key]) => {
    setValues((before) => ({ ...before, [field]: value }));
    setErrors(({ [field]: _mended, ...rest }) => rest);
    onDirty(true);
  };

  const category = options.categories.find(({ code }) => code === values.category);
  const subCategories = category?.sub_categories ?? [];
  const changeCategory = (code: string) => {
    set('category', code);
    const next = options.categories.find((each) => each.code === code)?.sub_categories ?? [];
    if (!next.some((sub) => sub.code === values.subCategory)) set('subCategory', '');
  };

  const audioSeconds = heard && heard.file === values.audio ? heard.seconds : undefined;

  const limitOf = { image: settings.max_image_bytes, audio: settings.max_audio_bytes };
  const choose = (kind: 'image' | 'audio', file: File | undefined) => {
    set(kind, file);
    setFailure(undefined);
    const fault = fileFault(t, file, kind, limitOf[kind]);
    if (fault) setErrors((before) => ({ ...before, [kind]: fault }));
    return fault === undefined;
  };
  const chooseAudio = (file: File | undefined) => {
    const isFine = choose('audio', file);
    if (!file || !isFine) return;
    void readAudioDuration(file).then((seconds) => {
      if (seconds === undefined) return;
      setHeard({ file, seconds });
      // Only where nobody has said otherwise.
      setValues((now) =>
        now.audio === file && toWholeNumber(now.duration) === 0
          ? { ...now, duration: String(toMinutes(seconds)) }
          : now,
      );
    });
  };

  useEffect(() => {
    if (takesFocus) form.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
  }, [takesFocus]);

  // Once the fields can hold the focus again: the first wrong one gets it, else the button that was pressed.
  useEffect(() => {
    if (refusals === 0) return;
    const find = (selector: string) => form.current?.querySelector<HTMLElement>(selector);
    (find('[aria-invalid="true"]') ?? find('[type="submit"]'))?.focus();
  }, [refusals]);
  const refuse = (wrong: Errors) => {
    setErrors(wrong);
    setRefusals((before) => before + 1);
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (saving) return;
    setFailure(undefined);
    const checked = bookFormRules.safeParse(values);
    const wrong: Errors = {};
    for (const issue of checked.error?.issues ?? []) wrong[issue.path[0] as Field] ??= issue.message;
    for (const kind of ['image', 'audio'] as const) {
      const fault = fileFault(t, values[kind], kind, limitOf[kind]);
      if (fault) wrong[kind] = fault;
    }
    if (Object.keys(wrong).length > 0) return refuse(wrong);
    setErrors({});
    const failed = await save(toPayload(values, book, settings, spareId));
    if (!failed) return onSaved();
    if (failed.kind === 'aborted') return refuse({});
    setFailure(failed);
    refuse(toFieldErrors(failed.errors));
  };

  const reload = async () => {
    if (!book) return;
    try {
      onReload(await createResourceApi(client, books).get(book.id));
    } catch (error) {
      setFailure({ ...toFailure(error, t('books.loadFailed')), status: 409 });
    }
  };

  const complaints = new Set(
    failure ? [failure.message, ...Object.values(failure.errors ?? {})] : Object.values(errors),
  );
  const field = (name: Exclude<Field, 'image' | 'audio'>) => ({
    name,
    value: values[name],
    error: Boolean(errors[name]),
  });

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        {complaints.size > 0 && (
          <Alert
            className={classes['alert'] ?? ''}
            color="red"
            role="alert"
            icon={<IconAlertCircle size={18} />}
          >
            {[...complaints].map((complaint) => (
              <div key={complaint}>{complaint}</div>
            ))}
            {failure?.status === 409 && book && (
              <Button variant="default" size="xs" mt="xs" onClick={() => void reload()}>
                {t('books.conflictReload')}
              </Button>
            )}
          </Alert>
        )}
        <fieldset className={classes['fields']} disabled={saving !== undefined}>
          <TextInput
            {...field('name')}
            className={classes['wide'] ?? ''}
            label={t('books.name')}
            withAsterisk
            data-autofocus
            maxLength={limits.maxNameLength}
            onChange={({ currentTarget: { value } }) => set('name', value)}
          />
          <Textarea
            {...field('description')}
            className={classes['wide'] ?? ''}
            label={t('books.description')}
            rows={4}
            maxLength={limits.maxDescriptionLength}
            onChange={({ currentTarget: { value } }) => set('description', value)}
          />
          <TextInput
            {...field('author')}
            label={t('books.author')}
            maxLength={limits.maxNameLength}
            placeholder={settings.provider_name}
            onChange={({ currentTarget: { value } }) => set('author', value)}
          />
          <NativeSelect
            {...field('language')}
            label={t('books.language')}
            data={withStored(
              languages.map(({ code, label }) => ({ value: String(code), label })),
              values.language,
              languageLabel(values.language),
            )}
            onChange={({ currentTarget: { value } }) => set('language', value)}
          />
          <NativeSelect
            {...field('category')}
            label={t('books.category')}
            disabled={options.isLoading}
            data={withStored(
              [
                {
                  value: '',
                  label: t(options.isLoading ? 'books.loadingCategories' : 'books.selectCategory'),
                },
                ...options.categories.map(({ code, name }) => ({ value: code, label: name })),
              ],
              values.category,
              book?.category?.name,
            )}
            onChange={({ currentTarget: { value } }) => changeCategory(value)}
          />
          <NativeSelect
            {...field('subCategory')}
            label={t('books.subCategory')}
            disabled={values.category === '' || subCategories.length === 0}
            data={withStored(
              [
                { value: '', label: t('books.selectSubCategory') },
                ...subCategories.map(({ code, name }) => ({ value: code, label: name })),
              ],
              values.subCategory,
              book?.sub_category?.name,
            )}
            onChange={({ currentTarget: { value } }) => set('subCategory', value)}
          />
          <NumberInput
            {...field('chapter_count')}
            label={t('books.chapterCount')}
            allowDecimal={false}
            onChange={(value) => set('chapter_count', String(value))}
          />
          <div>
            <NumberInput
              {...field('duration')}
              label={t('books.durationMinutes')}
              {...(audioSeconds !== undefined && {
                description: t('books.durationOfFile', { clock: toClock(audioSeconds) }),
              })}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              allowDecimal={false}
              onChange={(value) => set('duration', String(value))}
            />
            {audioSeconds !== undefined && toMinutes(audioSeconds) !== toWholeNumber(values.duration) && (
              <Button
                variant="light"
                size="compact-sm"
                mt="xs"
                onClick={() => set('duration', String(toMinutes(audioSeconds)))}
              >
                {t('books.useDuration', { count: toMinutes(audioSeconds) })}
              </Button>
            )}
          </div>
          <NativeSelect
            {...field('is_backup')}
            label={t('books.serviceType')}
            data={[
              { value: '1', label: t('books.backupService') },
              { value: '0', label: t('books.mainService') },
            ]}
            onChange={({ currentTarget: { value } }) => set('is_backup', value)}
          />
          <div />
          <CoverField
            file={values.image}
            stored={book?.thumbnail_url ?? book?.image_url}
            error={Boolean(errors.image)}
            onChange={(file) => choose('image', file)}
          />
          <AudioField
            file={values.audio}
            stored={book?.audio_url}
            error={Boolean(errors.audio)}
            onChange={chooseAudio}
          />
        </fieldset>
        <Group justify="flex-end" gap="sm" className={classes['foot'] ?? ''}>
          {saving?.progress !== undefined ? (
            <UploadProgress fraction={saving.progress} onCancel={cancel} />
          ) : (
            <Button variant="default" onClick={saving ? cancel : onCancel}>
              {t('ui.cancel')}
            </Button>
          )}
          <Button type="submit" disabled={saving !== undefined}>
            {book
              ? t(saving ? 'books.updating' : 'books.update')
              : t(saving ? 'books.creating' : 'books.create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
