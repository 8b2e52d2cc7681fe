import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatCount, formatMonth } from '#web/lib/format.ts'
import { TableHead } from '#web/ui/table-head.tsx'
import { CELL, HEAD, TABLE } from './comparison-table.tsx'

/** Average monthly score by age band, to show a possible age bias. */
export function AgeReport({ months, bands }: OutcomesReport['fairness']) {
  return (
    <section aria-labelledby="age-heading" className="mt-8 max-w-3xl">
      <h2 id="age-heading" className="text-base">
        Scores by age
      </h2>
      <p className="mt-1 mb-2 text-sm text-muted">
        The average score of each age band in each monthly snapshot. Bands differ because life events do; look
        into a band that drifts for no clear reason. Averages of a few contacts mean little.
      </p>
      {bands.length === 0 ? (
        <p className="text-sm text-dim">No score snapshots yet.</p>
      ) : (
        <table className={TABLE}>
          <caption className="sr-only">Average score by age band and month</caption>
          <TableHead
            cell={HEAD}
            columns={[
              { label: 'Age', className: 'text-left!' },
              { label: 'Contacts' },
              ...months.map((month, at) => ({
                label: formatMonth(month),
                className: at > 1 ? 'max-sm:hidden' : '',
              })),
            ]}
          />
          <tbody>
            {bands.map(({ ageBand, contacts, meanScores }) => (
              <tr key={ageBand}>
                <th scope="row" className={`${CELL} text-left! font-normal`}>
                  {ageBand ?? 'Unknown'}
                </th>
                <td className={CELL}>{formatCount(contacts)}</td>
                {meanScores.map((mean, at) => (
                  <td key={months[at]} className={`${CELL} ${at > 1 ? 'max-sm:hidden' : ''}`}>
                    {mean === null ? '–' : mean.toFixed(1)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
