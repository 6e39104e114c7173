import type { Severity } from '#contract/catalogue-health/health-checks';
import '@mantine/core/styles/Tabs.layer.css';
import { Loader, Tabs, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import {
  type HealthReport,
  catalogueHealthEndpoints,
  healthReport,
} from '#contract/catalogue-health/catalogue-health';
import { readData } from '#web/core/api/client.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { usePermission } from '#web/core/components/use-permission.ts';
import { addressOf, sectionIn, sections } from '#web/features/catalogue-health/addresses.ts';
import { IssuesList } from '#web/features/catalogue-health/issues-list.tsx';
import { CheckList } from '#web/features/catalogue-health/check-list.tsx';
import { AuditLogSection } from './audit-log-section.tsx';
import { AllAuthors, AllLanguages, LongestBooks } from './full-reports.tsx';

const readReport: Read<HealthReport> = async (client, signal) =>
  healthReport.parse(readData(await client.call({ ...catalogueHealthEndpoints.report, signal })));

/** Catalogue health, the audit log, and the full reports of the dashboard. */
export function ReportsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const canReadAuditLog = usePermission('reports:read');
  const { section: named, rule, severity } = sectionIn(parameters);
  const visibleSections = sections.filter((name) => name !== 'auditLog' || canReadAuditLog);
  const section = visibleSections.find((name) => name === named) ?? 'health';
  return (
    <>
      <Title order={1} mb="sm">
        {t('reports.heading')}
      </Title>
      <Tabs
        value={section}
        keepMounted={false}
        onChange={(value) => {
          const chosenSection = visibleSections.find((candidate) => candidate === value);
          if (chosenSection) void navigate(addressOf({ section: chosenSection }));
        }}
      >
        <Tabs.List aria-label={t('reports.sections')} mb="md">
          {visibleSections.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {t(`reports.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="health">
          {rule ? (
            <IssuesList key={rule} rule={rule} severity={severity} />
          ) : (
            <CatalogueHealth severity={severity} />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="auditLog">
          <AuditLogSection />
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

function CatalogueHealth({ severity }: { readonly severity: Severity | undefined }) {
  const { t } = useTranslation();
  const { value, apiError, retry } = useRemoteRead(readReport, { attempted_action: t('reports.loadFailed') });
  if (apiError) return <LoadAlert message={apiError.message} onRetry={retry} />;
  if (!value) return <Loader aria-label={t('reports.loading')} />;
  return <CheckList report={value} severity={severity} onRefetch={retry} />;
}
