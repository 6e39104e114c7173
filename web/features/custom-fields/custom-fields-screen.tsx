import { IconForms } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type CustomField,
  type CustomFieldUsage,
  customField,
  customFieldEndpoints,
  customFieldLimits,
  customFieldMessages,
  customFieldUsage,
} from '#contract/custom-fields/custom-fields';
import { pathOf } from '#contract/core/define-resource';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { readData } from '#web/core/api/client.ts';
import { readWholeList } from '#web/core/api/read-whole-list.ts';
import type { EditorTarget } from '#web/core/components/editor-dialog.tsx';
import { GuardedSettings } from '#web/core/components/settings-frame/guarded-settings.tsx';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { SettingsList } from '#web/core/components/settings-frame/settings-list.tsx';
import { useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { useLastDefined } from '#web/core/lib/use-last-defined.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useToast } from '#web/ui/use-toast.ts';
import { CustomFieldDialog } from './custom-field-dialog.tsx';
import { CustomFieldRows } from './custom-field-rows.tsx';

const readFields = readWholeList(customFieldEndpoints.list, customField);

/** The custom fields of books, for users who can change settings. */
export const CustomFieldsScreen = () => (
  <GuardedSettings>
    <SettingsFrame>
      <CustomFields />
    </SettingsFrame>
  </GuardedSettings>
);

function CustomFields() {
  const { t } = useTranslation();
  const client = useApi();
  const toast = useToast();
  const { value, isReading, apiError, retry } = useRemoteRead(readFields, {
    attempted_action: t('customFields.fetchFailed'),
  });
  const readList = useLastDefined(value);
  // A new order is shown before the server confirms it.
  const [order, setOrder] = useState<{ readonly of: unknown; readonly fields: readonly CustomField[] }>();
  const fields = (order && order.of === readList ? order.fields : readList) ?? [];
  const [target, setTarget] = useState<EditorTarget<CustomField>>();
  const [deletion, setDeletion] = useState<CustomFieldUsage>();
  const deletedField = useLastDefined(deletion);
  const heading = useRef<HTMLHeadingElement>(null);

  const onDone = (message: string) => {
    toast('success', message);
    retry();
    heading.current?.focus();
  };
  const run = async (work: () => Promise<void>, attemptedAction: string) => {
    try {
      await work();
    } catch (error) {
      toast('error', toApiErrorDetails(error, attemptedAction).message);
      setOrder(undefined);
    }
  };
  const reorder = (next: readonly CustomField[]) => {
    setOrder({ of: readList, fields: next });
    void run(async () => {
      await client.call({ ...customFieldEndpoints.reorder, json: { ids: next.map(({ id }) => id) } });
      toast('success', customFieldMessages.reordered);
    }, t('customFields.orderFailed'));
  };
  const confirmDeletion = ({ id }: CustomField) =>
    run(async () => {
      const { method } = customFieldEndpoints.get;
      const response = await client.call({ method, path: pathOf(customFieldEndpoints.get, id) });
      setDeletion(customFieldUsage.parse(readData(response)));
    }, t('customFields.deleteFailed'));
  const remove = ({ id }: CustomField) => {
    setDeletion(undefined);
    return run(async () => {
      const { method } = customFieldEndpoints.remove;
      await client.call({ method, path: pathOf(customFieldEndpoints.remove, id) });
      onDone(customFieldMessages.deleted);
    }, t('customFields.deleteFailed'));
  };

  return (
    <>
      <SettingsList
        heading={t('customFields.heading')}
        headingRef={heading}
        add={{
          label: t('customFields.add'),
          isFull: fields.length >= customFieldLimits.maxFields,
          onClick: () => setTarget({ item: undefined }),
        }}
        list={{
          errorMessage: apiError?.message,
          retry,
          hasLoaded: readList !== undefined,
          isReading,
          isEmpty: fields.length === 0,
        }}
        empty={{
          icon: <IconForms size={32} stroke={1.3} />,
          title: t('customFields.emptyTitle'),
          text: t('customFields.emptyText'),
        }}
      >
        <CustomFieldRows
          fields={fields}
          onReorder={reorder}
          onEdit={(item) => setTarget({ item })}
          onDelete={(item) => void confirmDeletion(item)}
        />
      </SettingsList>
      <CustomFieldDialog
        target={target}
        onClose={() => setTarget(undefined)}
        onSaved={(isNew) => onDone(isNew ? customFieldMessages.created : customFieldMessages.updated)}
      />
      <ConfirmDialog
        opened={deletion !== undefined}
        title={t('customFields.deleteTitle', { label: deletedField?.label ?? '' })}
        text={t('customFields.deleteText', { count: deletedField?.book_count ?? 0 })}
        confirm={t('customFields.deleteAction')}
        cancel={t('ui.cancel')}
        onConfirm={() => deletion && void remove(deletion)}
        onCancel={() => setDeletion(undefined)}
      />
    </>
  );
}
