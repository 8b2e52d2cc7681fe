import type { Dashboard } from '#contract/analytics/dashboards.ts'
import type { DayRange } from '#contract/analytics/query.ts'
import type { MemberAccess } from '#contract/auth.ts'
import type { Site } from '#contract/site.ts'
import { changeText } from '#domain/analytics/figures.ts'
import { filtersText } from '#domain/analytics/filters-text.ts'
import { type ReportSchedule, scheduleText } from '#domain/analytics/report-schedule.ts'
import { PERIOD_BEFORE, VIEW_LABELS } from '#domain/analytics/texts.ts'
import type { ViewChart } from '#domain/analytics/view-chart.ts'
import { tableOf } from '#domain/charts/chart.ts'
import { formatValue } from '#domain/charts/values.ts'
import type { ViewContent } from '#server/features/analytics-pictures/service.ts'
import type { Email } from '#server/platform/mail/mailer.ts'
import { plainName } from '#server/platform/mail/plain-name.ts'
import { unsubscribeHeaders } from '#server/platform/mail/unsubscribe-headers.ts'
import { type EmailPart, htmlOf, textOf } from './email-body.ts'

export type ReportPicture = { chart: ViewChart; png: Buffer }

type Contents = {
  content: ViewContent
  pictures: readonly ReportPicture[]
  /** Null for one that was asked for. */
  schedule: ReportSchedule | null
  token: string | null
  access: MemberAccess
  origin: string
  site: Site
  now: Date
}

/** The figures of this long ago are late. */
const LATE_MS = 3_600_000

/** A dashboard as email: its pictures, and every figure in them as text. */
export function reportEmail(
  recipient: { email: string; firstName: string | null; dueAt: string },
  dashboard: Dashboard,
  { content, pictures, schedule, token, access, origin, site, now }: Contents,
): Email {
  const name = plainName(dashboard.name)
  const { range, previous } = content.answer
  const isLate = now.getTime() - Date.parse(recipient.dueAt) > LATE_MS
  const parts: EmailPart[] = [
    {
      kind: 'paragraph',
      text: `${greetingOf(recipient)} Here is “${name}” (${VIEW_LABELS[dashboard.view]}).`,
    },
    { kind: 'paragraph', text: plainLine(content.filtersText) },
    ...notesOf({ previous, access, lateDay: isLate ? recipient.dueAt : null }),
    ...figuresOf(content),
    ...content.charts.flatMap((chart): EmailPart[] => [
      { kind: 'heading', text: chart.title },
      pictures.some((picture) => picture.chart === chart)
        ? { kind: 'picture', id: pictureId(chart), alt: `${chart.title}: chart. The table has its numbers.` }
        : { kind: 'paragraph', text: 'Nothing to show for this period.' },
    ]),
    ...tablesOf(content.charts),
    {
      kind: 'link',
      text: 'See these figures and the people behind them',
      url: urlOf(origin, dashboard, range),
    },
    ...footerOf({ schedule, token, origin, site }),
  ]
  return {
    to: recipient.email,
    subject: `${name}: ${filtersText(range, {})}`,
    text: textOf(parts),
    html: htmlOf(parts),
    attachments: pictures.map(({ chart, png }) => ({
      filename: `${dashboard.view}-${chart.id}.png`,
      content: png,
      contentType: 'image/png',
      cid: pictureId(chart),
    })),
    ...(token ? { headers: unsubscribeHeaders(`${origin}/api/analytics/unsubscribe?token=${token}`) } : {}),
  }
}

const greetingOf = ({ firstName }: { firstName: string | null }) =>
  firstName ? `Hello ${plainName(firstName)}.` : 'Hello.'

const pictureId = ({ id }: ViewChart) => `${id}@report`

/** A text that people typed, without links that mail programs would make of it. */
const plainLine = (text: string) => text.replaceAll('://', ' ')

function notesOf(facts: {
  previous: DayRange | null
  access: MemberAccess
  lateDay: string | null
}): EmailPart[] {
  const lines = [
    facts.previous && `Compared with ${filtersText(facts.previous, {})}.`,
    facts.access !== 'all' && 'Figures cover the contacts that you can see.',
    facts.lateDay && `This email was due on ${dayText(facts.lateDay)}. We're sorry that it's late.`,
  ].filter((line) => typeof line === 'string')
  return lines.length > 0 ? [{ kind: 'paragraph', text: lines.join(' ') }] : []
}

const dayText = (at: string) =>
  new Date(at).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'America/Los_Angeles' })

function figuresOf({ figures }: ViewContent): EmailPart[] {
  if (figures.length === 0) return []
  const rows = figures.map(({ label, figure, unit = 'count' }) => {
    const value = formatValue(figure.value, unit)
    const change = figure.previous === null ? '' : ` (${changeText(figure.value, figure.previous, unit)})`
    return [label, value + change] as const
  })
  return [{ kind: 'figures', rows }]
}

/** The tables of the charts; neighbors with the same rows are one. */
function tablesOf(charts: readonly ViewChart[]): EmailPart[] {
  const tables: { columns: string[]; rows: string[][] }[] = []
  for (const { chart } of charts) {
    const { columns: names, rows } = tableOf(chart)
    if (rows.length === 0) continue
    const columns = namePeriodBefore(names)
    const last = tables.at(-1)
    const labelsOf = (table: readonly (readonly string[])[]) => table.map(([label]) => label).join('\n')
    if (last && labelsOf(last.rows) === labelsOf(rows)) {
      last.columns.push(...columns.slice(1))
      last.rows.forEach((row, index) => {
        row.push(...(rows[index] ?? []).slice(1))
      })
    } else tables.push({ columns: [...columns], rows: rows.map((row) => row.map(plainLine)) })
  }
  return tables.flatMap(({ columns, rows }): EmailPart[] => [
    { kind: 'heading', text: `Numbers by ${(columns[0] ?? '').toLowerCase()}` },
    { kind: 'table', columns, rows },
  ])
}

/** Says what each column of the period before compares, because a joined table has several. */
const namePeriodBefore = (columns: readonly string[]) =>
  columns.map((column, index) => (column === PERIOD_BEFORE ? `${columns[index - 1]}, period before` : column))

/** The screen with the days of the email, which also shows the dashboard's name. */
function urlOf(origin: string, { id, view, query }: Dashboard, { from, to }: DayRange): string {
  const { days: _, ...filters } = query
  const path = view === 'overview' ? '/analytics' : `/analytics/${view}`
  return `${origin}${path}?${new URLSearchParams({ ...filters, from, to, dashboard: id })}`
}

function footerOf({
  schedule,
  token,
  origin,
  site: { brand },
}: Pick<Contents, 'schedule' | 'token' | 'origin' | 'site'>): EmailPart[] {
  const reason = schedule ? `You get this email ${scheduleText(schedule)}.` : 'You asked for this email.'
  return [
    { kind: 'paragraph', text: reason },
    ...(token
      ? [
          {
            kind: 'link' as const,
            text: 'Unsubscribe',
            url: `${origin}/analytics/unsubscribe?token=${token}`,
          },
        ]
      : []),
    { kind: 'paragraph', text: `--\n${brand.legalName}\n${brand.postalAddress}` },
  ]
}
