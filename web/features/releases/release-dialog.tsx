import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  type Release,
  release as releaseSchema,
  releaseColours,
  releaseCreate,
  releaseEndpoints,
  releaseLimits,
} from '#contract/releases/releases';
import { useApi } from '#web/core/api/api-context.ts';
import { readData } from '#web/core/api/client.ts';
import { EditorDialog, type EditorForm, type EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { EditorFields } from '#web/core/components/editor-fields.tsx';
import { ReleaseDot } from '#web/core/components/release/release-dot.tsx';
import { useRequestForm } from '#web/core/components/use-request-form.ts';
import { browserTimeZone } from './zoned-time.ts';
import { TimeZoneSelect } from './time-zone-select.tsx';

export interface ReleaseDialogProps {
  /** The dialog is closed while this is undefined. Each new object opens it with a new form. */
  readonly target: EditorTarget<Release> | undefined;
  readonly onClose: () => void;
  readonly onSaved: (release: Release) => void;
}

/** Creates a release, or changes its details. */
export function ReleaseDialog({ target, onClose, onSaved }: ReleaseDialogProps) {
  const { t } = useTranslation();
  return (
    <EditorDialog
      isLiveOnly
      target={target}
      title={(isNew) => t(isNew ? 'releases.createTitle' : 'releases.editTitle')}
      onClose={onClose}
      onSaved={() => undefined}
    >
      {(form) => <ReleaseForm form={form} onSaved={onSaved} />}
    </EditorDialog>
  );
}

const toValues = (release: Release | undefined) => ({
  name: release?.name ?? '',
  note: release?.note ?? '',
  colour: release?.colour ?? releaseColours[0],
  time_zone: release?.time_zone ?? browserTimeZone(),
});

interface ReleaseFormProps extends Pick<ReleaseDialogProps, 'onSaved'> {
  readonly form: EditorForm<Release>;
}

function ReleaseForm({ form, onSaved }: ReleaseFormProps) {
  const { item } = form;
  const { t } = useTranslation();
  const client = useApi();
  const { get, create, update } = releaseEndpoints;
  const { values, input, submit, editor } = useRequestForm(form, {
    initial: () => toValues(item),
    schema: releaseCreate,
    failures: { save: t('releases.saveFailed'), load: t('releases.loadFailed') },
    read: async () =>
      releaseSchema.parse(
        readData(await client.call({ method: get.method, path: pathOf(get, item?.id ?? 0) })),
      ),
  });
  const payload = { ...values, name: values.name.trim(), note: values.note.trim() };

  const send = async () => {
    const response = await client.call(
      item
        ? {
            method: update.method,
            path: pathOf(update, item.id),
            json: { ...payload, version: item.version },
          }
        : { ...create, json: payload },
    );
    const savedRelease = releaseSchema.parse(readData(response));
    form.onSaved(savedRelease);
    onSaved(savedRelease);
  };

  return (
    <EditorFields
      editor={editor}
      onSubmit={(event) => void submit(event, payload, send)}
      submit={t(item ? 'releases.save' : 'releases.create')}
      busy={t('releases.saving')}
    >
      <TextInput
        {...input('name')}
        label={t('releases.name')}
        withAsterisk
        data-autofocus
        maxLength={releaseLimits.maxNameLength}
      />
      <Textarea
        {...input('note')}
        label={t('releases.note')}
        rows={3}
        maxLength={releaseLimits.maxNoteLength}
      />
      <NativeSelect
        {...input('colour')}
        label={t('releases.colour')}
        leftSection={<ReleaseDot colour={values.colour} />}
        data={releaseColours.map((colour) => ({ value: colour, label: t(`releases.colours.${colour}`) }))}
      />
      <TimeZoneSelect {...input('time_zone')} description={t('releases.timeZoneHint')} />
    </EditorFields>
  );
}
