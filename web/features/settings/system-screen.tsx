import { Button, Loader, Table, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '#contract/core/format-bytes';
import { type SystemReport, systemEndpoint, systemReport } from '#contract/system/system';
import { readData } from '#web/core/api/client.ts';
import { ageOf } from '#web/core/lib/age.ts';
import { LoadAlert } from '#web/ui/load-alert.tsx';
import { useLocale } from '#web/core/components/use-locale.ts';
import { type Read, useRemoteRead } from '#web/core/components/use-remote-read.ts';
import { SettingsFrame } from '#web/core/components/settings-frame/settings-frame.tsx';
import { DescriptionItem, Panel } from './settings-panel.tsx';
import classes from './settings.module.css';
import { messages } from './settings.messages.ts';
import { countFormat, dateTimeFormat } from '#web/core/lib/formats.ts';

const readReport: Read<SystemReport> = async (client, signal) =>
  systemReport.parse(readData(await client.call({ ...systemEndpoint, signal })));

/** The number of packages shown before all are requested. */
const packagesAtFirst = 12;

type CountName = keyof typeof messages.counts;
const isCountName = (name: string): name is CountName => Object.hasOwn(messages.counts, name);

/** The state of the system, read-only. */
export function SystemSection() {
  const { t } = useTranslation();
  const { value, isReading, apiError, retry } = useRemoteRead(readReport, {
    attempted_action: t('settings.systemFailed'),
  });
  return (
    <SettingsFrame>
      {isReading && <Loader aria-label={t('ui.loading')} />}
      {apiError && <LoadAlert message={apiError.message} onRetry={retry} />}
      {value && <Report report={value} />}
    </SettingsFrame>
  );
}

function Report({ report }: { readonly report: SystemReport }) {
  const { t, i18n } = useTranslation();
  const locale = useLocale();
  const [now] = useState(Date.now);
  const { database, store, disk, health, last_backup: backup } = report;
  const runningWork = (health.background_work ?? []).filter(({ is_running }) => is_running);
  const checkTime = health.integrity_check?.checked_at ?? null;
  const number = countFormat(locale);
  const time = dateTimeFormat(locale);
  const moment = (iso: string) => (
    <time dateTime={iso} title={time.format(new Date(iso))}>
      {ageOf(iso, now, i18n)}
    </time>
  );
  return (
    <>
      <Panel id="system-product" heading={t('settings.system')}>
        <DescriptionItem name={t('settings.version')}>{report.version}</DescriptionItem>
        <DescriptionItem name={t('settings.runtime')}>{report.runtime}</DescriptionItem>
        <DescriptionItem name={t('settings.startedAt')}>{moment(report.started_at)}</DescriptionItem>
        <DescriptionItem name={t('settings.health')}>
          {[...(health.is_ready ? [t('settings.healthy')] : []), ...health.problems].map((text) => (
            <Text key={text} inherit>
              {text}
            </Text>
          ))}
        </DescriptionItem>
        {health.integrity_check && (
          <DescriptionItem name={t('settings.integrityCheck')}>
            {health.integrity_check.is_running && t('settings.integrityCheckRunning')}
            {!health.integrity_check.is_running && checkTime !== null && moment(checkTime)}
            {!health.integrity_check.is_running && checkTime === null && t('settings.integrityCheckMissing')}
          </DescriptionItem>
        )}
        <DescriptionItem name={t('settings.backgroundWork')}>
          {runningWork.length === 0 && t('settings.noBackgroundWork')}
          {runningWork.map(({ name, worked_ms, waited_ms }) => (
            <Text key={name} inherit>
              {t('settings.backgroundWorkOf', {
                name,
                worked: number.format(Math.round(worked_ms / 1000)),
                waited: number.format(Math.round(waited_ms / 1000)),
              })}
            </Text>
          ))}
        </DescriptionItem>
        {report.notices.length > 0 && (
          <DescriptionItem name={t('settings.notices')}>
            {report.notices.map((notice) => (
              <Text key={notice} inherit>
                {t(`settings.noticeTexts.${notice}`)}
              </Text>
            ))}
          </DescriptionItem>
        )}
        <DescriptionItem name={t('settings.lastBackup')}>
          {backup ? (
            <>
              {moment(backup.at)}
              {backup.note !== '' && `, ${backup.note}`}
            </>
          ) : (
            t('settings.noBackup')
          )}
        </DescriptionItem>
      </Panel>
      <Panel id="system-storage" heading={t('settings.storage')}>
        <DescriptionItem name={t('settings.database')}>{database.description}</DescriptionItem>
        <DescriptionItem name={t('settings.databaseSize')}>
          {database.bytes === null ? t('settings.unknown') : formatBytes(database.bytes)}
        </DescriptionItem>
        <DescriptionItem name={t('settings.store')}>{store.description}</DescriptionItem>
        <DescriptionItem name={t('settings.storeSize')}>
          {t('settings.filesOf', {
            count: store.files,
            shown: number.format(store.files),
            size: formatBytes(store.bytes),
          })}
        </DescriptionItem>
        <DescriptionItem name={t('settings.free')}>
          {disk
            ? t('settings.freeOf', { free: formatBytes(disk.free), total: formatBytes(disk.total) })
            : t('settings.unknown')}
        </DescriptionItem>
      </Panel>
      <Panel id="system-counts" heading={t('settings.countsHeading')}>
        {report.counts.map(({ name, count }) => (
          <DescriptionItem key={name} name={isCountName(name) ? t(`settings.counts.${name}`) : name}>
            {number.format(count)}
          </DescriptionItem>
        ))}
      </Panel>
      <Packages packages={report.packages} />
    </>
  );
}

/** The packages of the product, searchable by name or licence. */
function Packages({ packages }: Pick<SystemReport, 'packages'>) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [isWhole, setWhole] = useState(false);
  const matchingPackages = useMemo(() => {
    const query = text.trim().toLowerCase();
    return packages.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(query));
  }, [packages, text]);
  const visiblePackages = isWhole ? matchingPackages : matchingPackages.slice(0, packagesAtFirst);
  return (
    <section className={classes['panel']} aria-labelledby="system-parts">
      <h2 id="system-parts" className={classes['panelHeading']}>
        {t('settings.licences')}
      </h2>
      {packages.length === 0 ? (
        <Text c="dimmed">{t('settings.noPackages')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="sm">
            {t('settings.licencesLead')}
          </Text>
          <TextInput
            label={t('settings.findPackage')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Text component="output" display="block" size="sm" c="dimmed" my="xs">
            {t('settings.packagesFound', { count: matchingPackages.length })}
          </Text>
          <div className={classes['packages']}>
            <Table>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('settings.package')}</Table.Th>
                  <Table.Th>{t('settings.version')}</Table.Th>
                  <Table.Th>{t('settings.licence')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {visiblePackages.map(({ name, version, licence }) => (
                  <Table.Tr key={`${name} ${version}`}>
                    <Table.Td>{name}</Table.Td>
                    <Table.Td>{version}</Table.Td>
                    <Table.Td>{licence}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
          {visiblePackages.length < matchingPackages.length && (
            <Button variant="default" mt="sm" onClick={() => setWhole(true)}>
              {t('settings.allPackages', { count: matchingPackages.length })}
            </Button>
          )}
        </>
      )}
    </section>
  );
}
