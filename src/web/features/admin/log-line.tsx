import { Link } from 'react-router'
import type { LogEntry } from '#contract/admin.ts'
import { formatMoment } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { actionLabel, actorText, detailsText } from './admin-texts.ts'

/** An entry of an audit log with action, reason, actor and time. */
export function LogLine({ entry }: { entry: LogEntry }) {
  const { at, subject, organizationName, details } = entry
  const reason = details?.reason
  const detailText = detailsText(details)
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-2.5">
      <div className="min-w-0 flex-1 basis-72">
        <p className="text-sm">
          <span className="font-medium">{actionLabel(entry)}</span>
          {subject && organizationName && (
            <>
              {' · '}
              <Link
                to={urls.adminOrganization(subject)}
                className="rounded-sm underline underline-offset-2 hover:text-text"
              >
                {organizationName}
              </Link>
            </>
          )}
        </p>
        {typeof reason === 'string' && <p className="text-[13px] break-words">“{reason}”</p>}
        {(detailText || (subject && !organizationName)) && (
          <p className="text-[13px] break-all text-dim">{detailText || subject}</p>
        )}
      </div>
      <p className="text-[13px] break-all text-muted tabular-nums">
        {actorText(entry)} · <time dateTime={at}>{formatMoment(at)}</time>
      </p>
    </li>
  )
}
