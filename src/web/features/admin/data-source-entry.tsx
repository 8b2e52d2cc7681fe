import type { ReactNode } from 'react'
import type { DataSource } from '#contract/data-sources.ts'
import { Badge } from '#web/ui/badge.tsx'

/** A row for one source: its purpose on the left, its status on the right. */
export function Entry(props: { title: string; about: string; badge: ReactNode; children: ReactNode }) {
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

/** The name of an environment variable. */
export function Setting({ name }: { name: string }) {
  return <code className="font-mono text-xs break-words">{name}</code>
}

/** A badge for whether a source is in use. */
export function State({ on, breaker }: Pick<DataSource, 'on' | 'breaker'>) {
  if (!on) return <Badge>Off</Badge>
  if (breaker === 'closed') return <Badge tone="green">On</Badge>
  return <Badge tone="orange">{breaker === 'open' ? 'Paused after failures' : 'Retrying'}</Badge>
}
