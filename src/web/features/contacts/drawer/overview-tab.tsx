import { ExternalLink } from 'lucide-react'
import type { ContactDetail } from '#contract/contacts.ts'
import type { Education } from '#domain/enrichment/person-record.ts'
import { OwnerSection } from '#web/features/assignments/owner-section.tsx'
import { CallPermissionSection } from '#web/features/calling/call-permission-section.tsx'
import { OriginSection } from '#web/features/origins/origin-section.tsx'
import {
  formatDay,
  formatLift,
  formatMomentDay,
  formatPercent,
  formatQuantity,
  joinPresent,
} from '#web/lib/format.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { ScoreNumber } from '#web/ui/score-number.tsx'
import { isSampleGroup, SourceLine } from '../sample-data.tsx'
import { Career } from './career-section.tsx'
import { ContactInformation } from './contact-information.tsx'
import { DrawerSection, FactList, presentFacts } from './fact-list.tsx'
import { BadgeList, MoreDetails } from './more-details.tsx'
import { PipelineSection } from './pipeline-section.tsx'
import { profileUrl } from './profile-url.ts'
import { RelationshipSection } from './relationship-section.tsx'
import { TagEditor } from './tag-editor.tsx'
import type { TimelineProps } from './timeline.tsx'

const NotesAndTimeline = lazyDialog(async () => (await import('./notes-and-timeline.tsx')).NotesAndTimeline)

const MAX_SKILLS = 15
const MAX_INTERESTS = 10

interface OverviewTabProps extends Omit<TimelineProps, 'contactId'> {
  contact: ContactDetail
  onRisk: () => void
}

/** Contact points, details, score, risk, demographics and timeline. */
export function OverviewTab({ contact, onRisk, ...timeline }: OverviewTabProps) {
  const data = contact.enrichmentData
  const sample = isSampleGroup(data, 'person')
  return (
    <>
      <ContactInformation contact={contact} />
      <OwnerSection contact={contact} />
      <OriginSection key={`origin ${contact.id}`} contactId={contact.id} />
      <TagEditor key={`tags ${contact.id}`} contact={contact} />
      <RelationshipSection key={`relationship ${contact.id}`} contact={contact} />
      <PipelineSection key={`pipeline ${contact.id}`} contactId={contact.id} />
      <MoreDetails contact={contact} />
      <CallPermissionSection contact={contact} />
      <ScoreSummary contact={contact} />
      <RiskLine risk={contact.riskData} onOpen={onRisk} />
      {data && <Career employment={data.employment} sample={sample} />}
      {data && data.education.length > 0 && (
        <DrawerSection title="Education" sample={sample}>
          <ul className="grid gap-2">
            {data.education.map((education, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the record has no ids and is never reordered
              <EducationLine key={index} education={education} />
            ))}
          </ul>
        </DrawerSection>
      )}
      {data && <SocialProfiles social={data.social} sample={sample} />}
      <Demographics contact={contact} sample={sample} />
      <SourceLine data={data} group="person" />
      {!data && (
        <p className="mt-6 rounded-lg border border-line bg-raised px-3 py-2.5 text-[13px] text-muted">
          Enrich this contact to see work, education, profiles and demographics.
        </p>
      )}
      {/* Below everything that is there at once, so that nothing moves when they arrive. */}
      <div className="mt-6">
        <NotesAndTimeline contactId={contact.id} {...timeline} />
      </div>
    </>
  )
}

function ScoreSummary({ contact }: { contact: ContactDetail }) {
  const { nineDScore, moveChance, moveLift, enrichedAt } = contact
  return (
    <DrawerSection
      title="9D score"
      aside={enrichedAt ? `Last enriched ${formatMomentDay(enrichedAt)}` : 'Not enriched yet'}
    >
      <div className="flex items-baseline gap-x-4 gap-y-1">
        <p className="shrink-0">
          <ScoreNumber score={nineDScore} size="lg" />
          {nineDScore !== null && (
            <span aria-hidden className="ml-1.5 text-sm text-dim">
              / 100
            </span>
          )}
        </p>
        <p className="text-[13px] text-muted">
          {moveChance === null
            ? 'Not scored yet'
            : `${formatPercent(moveChance)} chance of moving within 12 months for any reason${moveLift === null ? '' : `: ${formatLift(moveLift)} similar people`}`}
        </p>
      </div>
    </DrawerSection>
  )
}

function EducationLine({ education }: { education: Education }) {
  const { school, degrees, majors, startDate, endDate, yearOnly } = education
  const day = (text: string | null) => text && (yearOnly ? text.slice(0, 4) : formatDay(text))
  return (
    <li>
      <p className="font-medium">{school ?? 'Unknown school'}</p>
      <p className="text-[13px] text-muted">{joinPresent([degrees.join(', '), majors.join(', ')], ' · ')}</p>
      <p className="text-[13px] text-dim">{joinPresent([day(startDate), day(endDate)], ' – ')}</p>
    </li>
  )
}

const NETWORKS = [
  ['linkedin', 'LinkedIn'],
  ['facebook', 'Facebook'],
  ['twitter', 'Twitter'],
  ['github', 'GitHub'],
] as const

function SocialProfiles(props: {
  social: NonNullable<ContactDetail['enrichmentData']>['social']
  sample: boolean
}) {
  const links = NETWORKS.flatMap(([key, label]) => {
    const href = profileUrl(props.social[key])
    return href ? [{ label, href }] : []
  })
  if (links.length === 0) return null
  return (
    <DrawerSection title="Social Profiles" sample={props.sample}>
      <div className="flex flex-wrap gap-2">
        {links.map(({ label, href }) => (
          <a
            key={label}
            href={href}
            target="_blank"
            rel="noreferrer noopener"
            className="inline-flex h-8 items-center gap-1.5 rounded-lg border border-line-strong px-2.5 text-[13px] font-medium hover:bg-raised max-md:h-11"
          >
            {label}
            <ExternalLink aria-hidden className="size-3.5 text-dim" />
            <span className="sr-only"> (opens a new tab)</span>
          </a>
        ))}
      </div>
    </DrawerSection>
  )
}

function Demographics({ contact, sample }: { contact: ContactDetail; sample: boolean }) {
  const demographics = contact.enrichmentData?.demographics
  const age = contact.age ?? demographics?.age ?? demographics?.ageRange
  const birthYear = contact.birthYear ?? demographics?.birthYear
  const facts = presentFacts([
    ['Age', age],
    ['Birth year', birthYear],
    ['Industry', demographics?.industry],
  ])
  const skills = demographics?.skills.slice(0, MAX_SKILLS) ?? []
  const interests = demographics?.interests.slice(0, MAX_INTERESTS) ?? []
  if (facts.length + skills.length + interests.length === 0) return null
  return (
    <DrawerSection title="Demographics" sample={sample}>
      <FactList facts={facts} />
      <BadgeList title="Skills" texts={skills} />
      <BadgeList title="Interests" texts={interests} />
    </DrawerSection>
  )
}

/** Links to the risk findings in the Intelligence tab, if any need review. */
function RiskLine({ risk, onOpen }: { risk: ContactDetail['riskData']; onOpen: () => void }) {
  if (!risk || risk.review === 0) return null
  return (
    <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line px-3 py-1.5 text-[13px]">
      <span className="text-orange">
        Risk data: {formatQuantity(risk.review, 'finding', 'findings')} to review
      </span>
      <Button variant="ghost" size="row" onClick={onOpen} className="ml-auto">
        Show risk data
      </Button>
    </p>
  )
}
