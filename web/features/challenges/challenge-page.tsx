import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Challenge } from '#contract/challenges/challenges';
import type { RecordSummary } from '#web/core/components/record-page/record-head.tsx';
import { RecordPage } from '#web/core/components/record-page/record-page.tsx';
import { ChallengeForm } from './challenge-dialog.tsx';
import { challengesSlice } from './challenges.slice.ts';

const imagePx = { width: 96, height: 64 };

/** The number of days, and whether apps hide the challenge. */
function Status({ challenge }: { readonly challenge: Challenge }) {
  const { t } = useTranslation();
  return (
    <>
      {t('challenges.days', { count: challenge.day_count ?? 0 })}
      {!challenge.is_active && (
        <Badge variant="light" color="gray" tt="none">
          {t('challenges.inactive')}
        </Badge>
      )}
    </>
  );
}

const summaryOf = (challenge: Challenge): RecordSummary => ({
  name: challenge.title,
  image: { src: challenge.image, thumbnail: challenge.thumbnail_url, ...imagePx },
  status: <Status challenge={challenge} />,
});

export function ChallengePage() {
  const { t } = useTranslation();
  return (
    <RecordPage
      slice={challengesSlice}
      heading={t('challenge.heading')}
      summary={summaryOf}
      renderForm={(form) => <ChallengeForm form={form} />}
      isWide
    />
  );
}
