import { Loader, Tabs, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { type DoctorReport, doctorEndpoints, doctorReport } from '#contract/doctor';
import { readData } from '../../api/client.ts';
import { LoadAlert } from '../../ui/load-alert.tsx';
import { type Read, useRemoteRead } from '../../widgets/use-remote-read.ts';
import { usePermission } from '../../widgets/use-permission.ts';
import { addressOf, placeIn, sections } from './addresses.ts';
import { FindingsList } from './findings-list.tsx';
import { RuleList } from './rule-list.tsx';
import { WhoDidWhat } from './who-did-what.tsx';
import { AllAuthors, AllLanguages, LongestBooks } from './whole-reports.tsx';

const readReport: Read<DoctorReport> = async (client, signal) =>
  doctorReport.parse(readData(await client.call({ ...doctorEndpoints.report, signal })));

/** What in the catalogue needs work, who did what, and the dashboard's reports whole. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const mayReadJournal = usePermission('reports:read');
  const { section: named, rule } = placeIn(parameters);
  const shown = sections.filter((name) => name !== 'journal' || mayReadJournal);
  const section = shown.find((name) => name === named) ?? 'doctor';
  return (
    <>
      <Title order={1} mb="sm">
        {t('reports.heading')}
      </Title>
      <Tabs
        value={section}
        keepMounted={false}
        onChange={(value) => {
          const chosen = shown.find((known) => known === value);
          if (chosen) void navigate(addressOf({ section: chosen }));
        }}
      >
        <Tabs.List aria-label={t('reports.sections')} mb="md">
          {shown.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`reports.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="doctor">{rule ? <FindingsList key={rule} rule={rule} /> : <Doctor />}</Tabs.Panel>
        <Tabs.Panel value="journal">
          <WhoDidWhat />
        </Tabs.Panel>
        <Tabs.Panel value="languages">
          <AllLanguages />
        </Tabs.Panel>
        <Tabs.Panel value="authors">
          <AllAuthors />
        </Tabs.Panel>
        <Tabs.Panel value="longest">
          <LongestBooks />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Doctor() {
  const { t } = useTranslation();
  const { value, failure, retry } = useRemoteRead(readReport, { tried: t('reports.loadFailed') });
  if (failure) return <LoadAlert message={failure.message} onRetry={retry} />;
  if (!value) return <Loader aria-label={t('reports.loading')} />;
  return <RuleList report={value} onLookAgain={retry} />;
}
