import { MessageSquareText } from 'lucide-react'
import type { SamplePerson } from './sample-people.ts'

/** The script for a person of the Today list. */
export function SampleScript({ person }: { person: SamplePerson }) {
  return (
    <div className="rounded-lg border border-line bg-raised p-4">
      <p className="flex items-center gap-2 text-sm text-muted">
        <MessageSquareText aria-hidden className="size-4 text-accent" />
        What to say
      </p>
      <p className="mt-2 text-pretty">“{person.today?.script}”</p>
    </div>
  )
}
