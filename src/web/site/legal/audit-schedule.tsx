import type { SitePages } from '#contract/site.ts'

type Schedule = SitePages['compliance']['audit']['schedule']

export function AuditSchedule({ schedule }: { schedule: Schedule }) {
  return (
    <table className="w-full self-start text-left">
      <caption className="pb-4 text-left text-lg font-semibold">Audit schedule</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {schedule.map(({ what, when }) => (
          <tr key={what} className="border-t border-line">
            <th scope="row" className="py-4 pr-6 font-medium">
              {what}
            </th>
            <td className="py-4 text-right text-muted">{when}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
