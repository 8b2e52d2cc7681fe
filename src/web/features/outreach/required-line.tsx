import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import type { LicenseRequirement } from '#domain/compliance/license-line.ts'
import { urls } from '#web/lib/urls.ts'

interface RequiredLineProps {
  requirement: LicenseRequirement
  line: string
  /** False for a text that lacks the line, which is then added to what is copied or sent. */
  isInText: boolean
}

/** The line about the license that the law wants in a message, with its source. It can't be edited away. */
export function RequiredLine({ requirement, line, isInText }: RequiredLineProps) {
  const { title, citation, note } = requirement
  return (
    <section aria-label={title} className="mt-3 rounded-lg border border-line p-3 text-[13px]">
      <p className="flex items-center gap-1.5 font-medium [&_svg]:size-4">
        <ShieldCheck aria-hidden />
        {title}
      </p>
      <p className="mt-1 whitespace-pre-line break-words">{line}</p>
      {!isInText && (
        <p role="status" className="mt-1 text-orange">
          We add this when you copy, open or send the text.
        </p>
      )}
      {citation && <p className="mt-1 text-dim">Source: {citation}</p>}
      {note && <p className="mt-1 text-muted">{note}</p>}
    </section>
  )
}

/** Leads to the member's licenses, where the missing one is added. */
export function LicenseLink() {
  return (
    <Link to={urls.license} className="mt-1 inline-block underline underline-offset-3">
      Add your license
    </Link>
  )
}
