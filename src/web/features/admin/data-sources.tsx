import { useQuery } from '@tanstack/react-query'
import type {
  DataSource,
  getDataSources as getDataSourcesEndpoint,
  ReferenceFile,
} from '#contract/data-sources.ts'

import { formatDay, formatMoment, formatQuantity } from '#web/lib/format.ts'
import { useInstance } from '#web/lib/instance-query.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadErrorState } from '#web/ui/load-error.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Entry, Setting, State } from './data-source-entry.tsx'
import { LanguageModel } from './language-model.tsx'

const getDataSources = route<typeof getDataSourcesEndpoint>('GET', '/api/admin/providers')

/** The data providers, files and language model: their status, and the settings that turn them on. */
export function DataSources() {
  const { data, error, isFetching, refetch } = useQuery(read(getDataSources))
  const sampleData = useInstance()?.sampleData
  if (error && !isFetching)
    return <LoadErrorState query={{ error, refetch }} title="We couldn't load the data sources" />
  return (
    <Card role="region" aria-labelledby="data-sources" aria-busy={!data} className="p-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="data-sources" className="text-base">
          Data sources
        </h2>
        {data && (
          <p className="text-[13px] text-dim">Numbers for this process since {formatMoment(data.since)}</p>
        )}
        <Button
          size="sm"
          className="max-md:h-11 ml-auto"
          disabled={isFetching}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      </div>
      {sampleData && (
        <p className="mt-3 rounded-lg border border-line bg-raised px-3 py-2.5 text-[13px] text-muted">
          The built-in sample provider answers every enrichment. It turns off once a source of people, phones
          or homes is on.
        </p>
      )}
      {data ? (
        <>
          <ul className="mt-2 divide-y divide-line/60">
            {data.sources.map((source) => (
              <Source key={source.name} source={source} />
            ))}
          </ul>
          <Files files={data.files} />
          <LanguageModel model={data.model} />
        </>
      ) : (
        <Skeleton className="mt-4 h-72 w-full" />
      )}
    </Card>
  )
}

function Source({ source }: { source: DataSource }) {
  const { name, purpose, variable, on, breaker } = source
  return (
    <Entry title={name} about={purpose} badge={<State on={on} breaker={breaker} />}>
      {on ? (
        <Figures source={source} />
      ) : (
        <>
          Set <Settings names={variable} /> to turn it on
        </>
      )}
    </Entry>
  )
}

/** The variables of a source: `TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN`. */
function Settings({ names }: { names: string }) {
  return names.split(' and ').map((name, at) => (
    <span key={name}>
      {at > 0 && ' and '}
      <Setting name={name} />
    </span>
  ))
}

const cents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

function Figures({ source: { calls, matches, failures, costUsd, lastFailureAt } }: { source: DataSource }) {
  return (
    <>
      {formatQuantity(calls, 'call', 'calls')} · {formatQuantity(matches, 'match', 'matches')} ·{' '}
      {formatQuantity(failures, 'failure', 'failures')} · about {cents.format(costUsd)}
      {lastFailureAt && ` · last failure ${formatMoment(lastFailureAt)}`}
    </>
  )
}

function Files({ files }: { files: readonly ReferenceFile[] }) {
  return (
    <>
      <h3 className="mt-4 text-sm">Files</h3>
      {files.length === 0 ? (
        <p className="mt-1 text-[13px] text-muted">
          None. Set <Setting name="PUBLIC_RECORDS_FILE" /> to court and county records, and{' '}
          <Setting name="OFAC_LIST" /> to the list for sanctions screening.
        </p>
      ) : (
        <ul className="divide-y divide-line/60">
          {files.map((file) => (
            <Entry
              key={file.variable}
              title={file.purpose}
              about={fileText(file)}
              badge={<FileState file={file} />}
            >
              {file.problem ?? <Setting name={file.variable} />}
              <SkippedFileRows rows={file.skippedSample} />
            </Entry>
          ))}
        </ul>
      )}
    </>
  )
}

const MAX_REFUSED_ROWS = 5

function SkippedFileRows({ rows }: { rows: ReferenceFile['skippedSample'] }) {
  return rows.slice(0, MAX_REFUSED_ROWS).map(({ file, line, reason }) => (
    <span key={`${file} ${line}`} className="block">
      {file ? `${file}, line` : 'Line'} {line}: {reason}
    </span>
  ))
}

function FileState({ file: { problem, loadedAt } }: { file: ReferenceFile }) {
  if (problem) return <Badge tone="orange">{loadedAt ? 'Not refreshed' : 'Not loaded'}</Badge>
  return loadedAt ? <Badge tone="green">Loaded</Badge> : <Badge>Loading</Badge>
}

function fileText({ file, listDate, loadedAt, rows, refused }: ReferenceFile): string {
  if (!loadedAt) return file
  const dated = listDate ? ` of ${formatDay(listDate)}` : ''
  const left = refused > 0 ? `, ${formatQuantity(refused, 'row', 'rows')} skipped` : ''
  return `${file}${dated}, ${formatQuantity(rows, 'row', 'rows')}${left}, loaded ${formatMoment(loadedAt)}`
}
