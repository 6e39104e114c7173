import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '#contract/core/define-resource';
import {
  type PreviewLink,
  previewLinkEndpoints,
  previewLinkMessages,
} from '#contract/mobile-home/preview-links';
import { useApi } from '#web/core/api/api-context.ts';
import { toApiErrorDetails } from '#web/core/api/api-error.ts';
import { useAppDispatch } from '#web/core/store/hooks.ts';
import { recordError } from '#web/core/store/record-error.ts';
import { useToast } from '#web/ui/use-toast.ts';

/** Revokes preview links. `onRevoked` is also called for a link that has already ended. */
export function useRevokePreviewLink(onRevoked: (link: PreviewLink) => void) {
  const { t } = useTranslation();
  const client = useApi();
  const dispatch = useAppDispatch();
  const toast = useToast();
  const [isRevoking, setRevoking] = useState(false);

  const revoke = async (link: PreviewLink) => {
    setRevoking(true);
    try {
      const { method } = previewLinkEndpoints.revoke;
      await client.call({ method, path: pathOf(previewLinkEndpoints.revoke, link.id) });
      toast('success', previewLinkMessages.revoked);
      onRevoked(link);
    } catch (error) {
      const attempted_action = t('mobileConfigs.shareRevokeFailed');
      const apiError = toApiErrorDetails(error, attempted_action);
      if (apiError.status === 404) onRevoked(link);
      else {
        recordError(dispatch, { apiError, attempted_action, details: { cause: error } });
        toast('error', apiError.message);
      }
    }
    setRevoking(false);
  };
  return { revoke: (link: PreviewLink) => void revoke(link), isRevoking };
}
