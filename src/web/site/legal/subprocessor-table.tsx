import type { SitePages } from '#contract/site.ts'

type Subprocessor = SitePages['compliance']['vendors']['subprocessors'][number]

const COLUMNS = [
  { label: 'Purpose', key: 'purpose' },
  { label: 'Data it receives', key: 'data' },
  { label: 'Location', key: 'place' },
] as const

/** Table of subprocessors. On phones each row becomes a block with labeled entries. */
export function SubprocessorTable({ subprocessors }: { subprocessors: readonly Subprocessor[] }) {
  return (
    <table className="mt-12 w-full text-left text-sm max-md:block">
      <caption className="pb-4 text-left text-lg font-semibold max-md:block">Subprocessors</caption>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className="border-b border-line-strong py-3 pr-6 font-medium text-muted">
            Name
          </th>
          {COLUMNS.map(({ label }) => (
            <th
              key={label}
              scope="col"
              className="border-b border-line-strong py-3 pr-6 font-medium text-muted last:pr-0"
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-md:block">
        {subprocessors.map((subprocessor) => (
          <tr key={subprocessor.name} className="border-line not-last:border-b max-md:block max-md:py-4">
            <th
              scope="row"
              className="py-4 pr-6 align-top font-medium max-md:block max-md:pt-0 max-md:pb-1 max-md:text-base md:w-1/5"
            >
              {subprocessor.name}
            </th>
            {COLUMNS.map(({ label, key }) => (
              <td
                key={key}
                className="align-top text-muted max-md:grid max-md:grid-cols-[7.5rem_minmax(0,1fr)] max-md:gap-x-3 max-md:py-1 md:py-4 md:pr-6 md:last:pr-0"
              >
                <span aria-hidden className="text-dim md:hidden">
                  {label}
                </span>
                <span>{subprocessor[key]}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
