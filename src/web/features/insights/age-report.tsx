import type { OutcomesReport } from '#contract/outcomes.ts'
import { formatCount, formatMonth } from '#web/lib/format.ts'
import { CELL, HEAD, TABLE } from './comparison-table.tsx'

/** Mean frozen score by age band, month by month: whether the score leans on age. */
export function AgeReport({ months, bands }: OutcomesReport['fairness']) {
  return (
    <section aria-labelledby="age-heading" className="mt-8 max-w-3xl">
      <h2 id="age-heading" className="text-base">
        Scores by age
      </h2>
      <p className="mt-1 mb-2 text-sm text-muted">
        Mean score of each age band on the day it was frozen. Bands differ because life events do; a band that
        drifts away for no reason is worth a look. A mean of few contacts says little.
      </p>
      {bands.length === 0 ? (
        <p className="text-sm text-dim">No scores are frozen yet.</p>
      ) : (
        <table className={TABLE}>
          <caption className="sr-only">Mean score by age band and month</caption>
          <thead>
            <tr>
              <th scope="col" className={`${HEAD} text-left!`}>
                Age
              </th>
              <th scope="col" className={HEAD}>
                Contacts
              </th>
              {months.map((month, at) => (
                <th key={month} scope="col" className={`${HEAD} ${at > 1 ? 'max-sm:hidden' : ''}`}>
                  {formatMonth(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bands.map(({ ageBand, contacts, meanScores }) => (
              <tr key={ageBand}>
                <th scope="row" className={`${CELL} text-left! font-normal`}>
                  {ageBand ?? 'Not known'}
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
