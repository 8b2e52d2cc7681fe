import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { DataSource, ModelStatus, ReferenceFile } from '#contract/data-sources.ts'
import { privatePage } from '#web/lib/brand.ts'
import { formatDay, formatMoment, formatQuantity, joinPresent } from '#web/lib/format.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { read } from '#web/lib/query-client.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Panel } from '#web/ui/card.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { RefreshBar } from './refresh-bar.tsx'

/** A row for one source: its purpose on the left, its status on the right. */
function SourceRow(props: { title: string; about: string; badge: ReactNode; children: ReactNode }) {
  return (
    <li className="grid gap-x-4 gap-y-1 py-3 md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-2">
          <span className="text-sm font-medium">{props.title}</span>
          {props.badge}
        </div>
        <p className="mt-0.5 text-[13px] break-words text-muted">{props.about}</p>
      </div>
      <p className="min-w-0 text-[13px] text-muted tabular-nums md:self-center md:text-right">
        {props.children}
      </p>
    </li>
  )
}

/** Names of environment variables: `TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN`. */
function SettingNames({ names }: { names: string }) {
  return names.split(' and ').map((name, index) => (
    <span key={name}>
      {index > 0 && ' and '}
      <code className="font-mono text-xs break-words">{name}</code>
    </span>
  ))
}

/** A badge for a source's status: on, off, paused or retrying. */
function SourceState({ on, breaker }: Pick<DataSource, 'on' | 'breaker'>) {
  if (!on) return <Badge>Off</Badge>
  if (breaker === 'closed') return <Badge tone="green">On</Badge>
  return <Badge tone="orange">{breaker === 'open' ? 'Paused after failures' : 'Retrying'}</Badge>
}

export const meta = privatePage('Data sources')

/** The data providers, files and language model: their status, and the settings that turn them on. */
export default function DataSourcesPage() {
  const query = useQuery(read('GET /api/admin/providers'))
  const sampleData = useInstance()?.sampleData
  return (
    <Loaded query={query} failure="We couldn't load the data sources">
      {({ since, sources, files, model }) => (
        <Panel
          title="Data sources"
          aside={<RefreshBar text={`Since server start: ${formatMoment(since)}`} query={query} />}
        >
          {sampleData && (
            <p className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5 text-[13px] text-muted">
              Enrichment uses the built-in sample provider. It turns off once you connect a source for people,
              phones or homes.
            </p>
          )}
          <ul className="mt-2 divide-y divide-line/60">
            {sources.map((source) => (
              <Source key={source.name} source={source} />
            ))}
          </ul>
          <Files files={files} />
          <LanguageModel model={model} />
        </Panel>
      )}
    </Loaded>
  )
}

function Source({ source }: { source: DataSource }) {
  return (
    <SourceRow title={source.name} about={source.purpose} badge={<SourceState {...source} />}>
      {source.on ? (
        sourceStatsText(source)
      ) : (
        <>
          Set <SettingNames names={source.variable} /> to turn it on
        </>
      )}
    </SourceRow>
  )
}

const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function sourceStatsText({ calls, matches, failures, costUsd, lastFailureAt }: DataSource): string {
  const stats = [
    formatQuantity(calls, 'call', 'calls'),
    formatQuantity(matches, 'match', 'matches'),
    formatQuantity(failures, 'failure', 'failures'),
    `about ${dollarFormat.format(costUsd)}`,
    lastFailureAt && `last failure ${formatMoment(lastFailureAt)}`,
  ]
  return joinPresent(stats, ' · ')
}

const MAX_SKIPPED_ROWS = 5

function Files({ files }: { files: readonly ReferenceFile[] }) {
  return (
    <>
      <h3 className="mt-4 text-sm">Files</h3>
      {files.length === 0 ? (
        <p className="mt-1 text-[13px] text-muted">
          No files. Set <SettingNames names="PUBLIC_RECORDS_FILE" /> to load court and county records, and{' '}
          <SettingNames names="OFAC_LIST" /> to load a sanctions list.
        </p>
      ) : (
        <ul className="divide-y divide-line/60">
          {files.map((file) => (
            <SourceRow
              key={file.variable}
              title={file.purpose}
              about={fileText(file)}
              badge={<FileState file={file} />}
            >
              {file.problem ?? <SettingNames names={file.variable} />}
              {file.skippedSample.slice(0, MAX_SKIPPED_ROWS).map((row) => (
                <span key={`${row.file} ${row.line}`} className="block">
                  {row.file ? `${row.file}, line` : 'Line'} {row.line}: {row.reason}
                </span>
              ))}
            </SourceRow>
          ))}
        </ul>
      )}
    </>
  )
}

function FileState({ file: { problem, loadedAt } }: { file: ReferenceFile }) {
  if (problem) return <Badge tone="orange">{loadedAt ? 'Refresh failed' : 'Load failed'}</Badge>
  return loadedAt ? <Badge tone="green">Loaded</Badge> : <Badge>Loading</Badge>
}

function fileText({ file, listDate, loadedAt, rows, refused }: ReferenceFile): string {
  if (!loadedAt) return file
  const listDateText = listDate ? ` dated ${formatDay(listDate)}` : ''
  const skippedText = refused > 0 ? `, ${formatQuantity(refused, 'row', 'rows')} skipped` : ''
  return `${file}${listDateText}, ${formatQuantity(rows, 'row', 'rows')}${skippedText}, loaded ${formatMoment(loadedAt)}`
}

/** The connected language model and its status, or a note that none is connected. */
function LanguageModel({ model }: { model: ModelStatus | null }) {
  return (
    <>
      <h3 className="mt-4 text-sm">Language model</h3>
      {model ? (
        <ul>
          <SourceRow title={model.name} about={model.host} badge={<SourceState on breaker={model.breaker} />}>
            {formatQuantity(model.calls, 'question', 'questions')} ·{' '}
            {formatQuantity(model.failures, 'failure', 'failures')}
            {model.lastAnswerAt && ` · last response ${formatMoment(model.lastAnswerAt)}`}
            {model.lastFailureAt && (
              <span className="block">
                Last failure {formatMoment(model.lastFailureAt)}: {model.lastFailure}
              </span>
            )}
          </SourceRow>
        </ul>
      ) : (
        <p className="mt-1 text-[13px] text-muted">
          No model connected. Answers, scripts and articles come from built-in templates. Set{' '}
          <SettingNames names="LLM_BASE_URL" /> and <SettingNames names="LLM_MODEL" /> to connect one.
        </p>
      )}
    </>
  )
}
