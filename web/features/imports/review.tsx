import { Alert, Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { detailLabels, isDetail, type RecordName, recordNames } from '#contract/books/book-details';
import type { ImportProposal } from '#contract/imports/import-proposal';
import type { ProposalFieldName } from '#contract/imports/proposal-fields';
import { type ApiErrorDetails, isVersionConflict } from '#web/core/api/api-error.ts';
import { FormAlert } from '#web/ui/form-alert.tsx';
import type { RowDeletion } from '#web/ui/row-actions.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { useCustomFields } from '#web/core/components/use-custom-fields.ts';
import { customErrors, type CustomTexts } from '#web/features/books/custom-form.ts';
import { useCategoryOptions } from '#web/core/components/use-category-options.ts';
import { BookPickerDialog } from './book-picker-dialog.tsx';
import type { Chapters } from './chapter-edits.ts';
import { ProposalChapters } from './proposal-chapters.tsx';
import { ProposalCover } from './proposal-cover.tsx';
import { ProposalFields } from './proposal-fields.tsx';
import { ProposalWarnings } from './proposal-warnings.tsx';
import { ReviewActions } from './review-actions.tsx';
import classes from './review.module.css';
import { useAccept } from './use-accept.ts';
import type { ProposalValues } from './proposal-values.ts';
import { useProposalEditor } from './use-proposal-editor.ts';

export interface ReviewProps {
  readonly proposal: ImportProposal;
  readonly canEdit: boolean;
  readonly deletion: RowDeletion | undefined;
  readonly onDiscard: (() => void) | undefined;
  /** Called after the import was added to the catalogue. */
  readonly onAccepted: () => void;
}

/** Returns the messages of an error. Errors of fields are shown at the field. */
function messagesOf(apiError: ApiErrorDetails | undefined): string[] {
  if (!apiError) return [];
  const errors = Object.entries(apiError.errors ?? {});
  const others = errors.flatMap(([path, message]) => {
    const name = path.replace('publication_record.', '');
    if (path.startsWith('fields.')) return [];
    return isDetail(name) ? [`${detailLabels[name]}: ${message}`] : [message];
  });
  return errors.length > 0 && others.length === 0 ? [] : [apiError.message, ...others];
}

/** The review of a proposal with editable values and the actions to add or discard it. */
export function Review({ proposal, canEdit, deletion, onDiscard, onAccepted }: ReviewProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const editor = useProposalEditor(proposal);
  const { values, stored, change } = editor;
  const options = useCategoryOptions();
  const [isPicking, setPicking] = useState(false);
  const customFields = useCustomFields();
  const [inputErrors, setInputErrors] = useState<Readonly<Record<string, string>>>({});
  const errors = { ...editor.apiError?.errors, ...inputErrors };
  const acceptance = useAccept(proposal.id, ({ name }) => {
    toast('success', t('imports.acceptedToast', { name }));
    onAccepted();
  });

  const onField = useCallback(
    (field: ProposalFieldName, value: string) => {
      setInputErrors({});
      change((before) => ({ ...before, fields: { ...before.fields, [field]: value } }), field);
    },
    [change],
  );
  const onCategory = useCallback(
    (field: 'category_code' | 'sub_category_code', code: string) =>
      change((before) => ({ ...before, [field]: code }), 'category'),
    [change],
  );
  const onContributors = useCallback(
    (contributors: ProposalValues['contributors']) =>
      change((before) => ({ ...before, contributors }), 'contributors'),
    [change],
  );
  const onSeries = useCallback(
    (series: ProposalValues['series']) => change((before) => ({ ...before, series })),
    [change],
  );
  const onRecord = useCallback(
    (name: RecordName, value: string) =>
      change((before) => ({ ...before, record: { ...before.record, [name]: value } }), `record.${name}`),
    [change],
  );
  // A field that was cleared keeps its input.
  const [initialRecord] = useState(() => proposal.publication_record ?? {});
  const shownNames = new Set(
    recordNames.filter((name) => name in initialRecord || values.record[name] !== ''),
  );
  const onCustom = useCallback(
    (texts: CustomTexts) => {
      setInputErrors({});
      change((before) => ({ ...before, custom: { ...before.custom, ...texts } }), 'custom');
    },
    [change],
  );
  const onCover = (cover: number | null) => change((before) => ({ ...before, cover }));
  const onChapters = useCallback(
    (update: (chapters: Chapters) => Chapters, subject?: string) =>
      change((before) => {
        const chapters = update(before.chapters);
        return chapters === before.chapters ? before : { ...before, chapters };
      }, subject),
    [change],
  );

  const accept = async () => {
    const newErrors = {
      ...(values.fields.name.trim() === '' && { 'fields.name': t('imports.titleMissing') }),
      ...customErrors(customFields, values.custom, undefined),
    };
    const [firstError] = Object.keys(newErrors);
    if (firstError !== undefined) {
      setInputErrors(newErrors);
      document.getElementsByName(firstError.replace('fields.', ''))[0]?.focus();
      return;
    }
    const version = await editor.flush();
    if (version !== undefined) await acceptance.accept({ version });
  };
  const isBusy = acceptance.isAccepting || deletion?.isRunning === true;
  const messages = [
    ...messagesOf(editor.apiError),
    ...messagesOf(acceptance.apiError),
    ...Object.entries(inputErrors).flatMap(([path, message]) =>
      path.startsWith('fields.') ? [] : [message],
    ),
    deletion?.problem,
  ].filter((message) => message !== undefined);

  return (
    <div className={classes['review']}>
      {editor.hasLeft && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
        <Alert role="status" color="gray" icon={<IconHistory size={18} />}>
          {t('imports.leftRestored')}
        </Alert>
      )}
      <FormAlert messages={messages}>
        {(editor.isConflict || (acceptance.apiError && isVersionConflict(acceptance.apiError))) && (
          <Button
            variant="default"
            size="xs"
            mt="xs"
            onClick={() => {
              acceptance.forget();
              void editor.reload();
            }}
          >
            {t('imports.reload')}
          </Button>
        )}
      </FormAlert>
      <ProposalWarnings importId={proposal.id} warnings={stored.warnings} />
      <fieldset className={classes['fieldset']} disabled={!canEdit || isBusy}>
        <section className={classes['top']} aria-label={t('imports.book')}>
          <ProposalCover covers={proposal.covers} chosen={values.cover} onChoose={onCover} />
          <ProposalFields
            proposal={stored}
            values={values}
            options={options}
            errors={errors}
            onField={onField}
            onCategory={onCategory}
            onContributors={onContributors}
            onSeries={onSeries}
            recordNames={shownNames}
            onRecord={onRecord}
            onCustom={onCustom}
          />
        </section>
        <ProposalChapters proposal={stored} chapters={values.chapters} onChange={onChapters} />
      </fieldset>
      {canEdit && (
        <ReviewActions
          editor={editor}
          isAccepting={acceptance.isAccepting}
          isBusy={isBusy}
          onAccept={() => void accept()}
          onAddTo={() => setPicking(true)}
          onDiscard={onDiscard}
        />
      )}
      <BookPickerDialog
        isOpen={isPicking}
        importId={proposal.id}
        title={values.fields.name}
        onClose={() => setPicking(false)}
      />
    </div>
  );
}
