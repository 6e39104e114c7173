import { Alert, Button, Loader } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate } from 'react-router';
import type { SecondStep } from '#contract/auth/two-factor';
import { useProviderVisit } from './use-provider-visit.ts';
import { SignInFrame } from './sign-in-frame.tsx';
import { TwoStepScreen } from './two-step-screen.tsx';

/** Returns the key of the heading. */
function headingOf(state: string, apiError: string | undefined) {
  if (apiError !== undefined) return 'providerFailedHeading';
  return state === 'proven' ? 'proofHeading' : 'providerHeading';
}

/**
 * The page that sign-in providers redirect to. With `reauthenticate` in its address, it starts a reauthentication in a new tab beside the
 * dialog that waits for it.
 */
export function ProviderScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { search } = useLocation();
  const [query] = useState(search);
  const [step, setStep] = useState<SecondStep>();
  const { state, apiError, backPath } = useProviderVisit(query, setStep);
  useEffect(() => {
    // Removes the code of the provider from the address bar and the history.
    if (search !== '') void navigate({ search: '' }, { replace: true });
  }, [search, navigate]);
  useEffect(() => {
    if (state === 'signed_in')
      void navigate('/dashboard', { replace: true, state: { hasJustSignedIn: true } });
    if (state === 'linked') void navigate('/profile', { replace: true });
  }, [state, navigate]);

  if (step) return <TwoStepScreen step={step} onEnd={() => void navigate('/login', { replace: true })} />;
  return (
    <SignInFrame
      heading={t(`login.${headingOf(state, apiError)}`)}
      lead={state === 'waiting' ? t('login.providerLead') : ''}
    >
      {state === 'waiting' && <Loader aria-label={t('login.providerLead')} />}
      {state === 'proven' && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the library renders the element
        <Alert color="green" icon={<IconCircleCheck size={18} />} role="status">
          {t('login.proofDone')}
        </Alert>
      )}
      {apiError !== undefined && (
        <>
          <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert" mb="md">
            {apiError}
          </Alert>
          <Button component={Link} to={backPath} variant="default" fullWidth>
            {t(backPath === '/login' ? 'login.toLogin' : 'login.toProfile')}
          </Button>
        </>
      )}
    </SignInFrame>
  );
}
