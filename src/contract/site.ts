import { z } from 'zod'
import { requiredLine } from './text.ts'

/**
 * The operator's brand and facts (`content/site/site.json`) and the public pages (`content/site/pages/`), whose texts use
 * facts as `{{path.in.site}}`.
 */
const text = z.string().trim().min(1)
/** Used in titles, on cards and in email headers. */
const line = requiredLine(200)
const email = z.email()
const count = z.number().int().positive()

/** Opening hours of one or more days; null if closed. */
const hours = z.strictObject({ days: text, open: text.nullable() })

export const site = z.strictObject({
  brand: z.strictObject({
    name: requiredLine(60),
    /** Name of the team that signs articles and emails. */
    team: line,
    /** Legal name of the company. */
    legalName: line,
    tagline: line,
    postalAddress: line,
    governingLaw: line,
    copyrightYear: count,
  }),
  mailboxes: z.strictObject({
    support: email,
    compliance: email,
    dataProtection: email,
    security: email,
    legal: email,
  }),
  support: z.strictObject({
    replyHours: count,
    timeZone: text,
    hours: z.array(hours).min(1),
  }),
  /** Claims that the operator is responsible for. */
  claims: z.strictObject({
    agents: text,
    accuracy: text,
    certifications: z.array(text),
  }),
  terms: z.strictObject({
    moneyBackDays: count,
    retentionDays: count,
    privacyRequestDays: count,
    changeNoticeDays: count,
    paymentRetries: count,
    backupHours: count,
    backupRetentionDays: count,
    keyRotationDays: count,
    liabilityMonths: count,
    uptimeTarget: text,
    vendorBreachHours: count,
    subprocessorNoticeDays: count,
    pciTarget: text,
    fedRampYear: count,
  }),
  partners: z.strictObject({
    reviewHours: count,
    revenueShareLow: count,
    revenueShareHigh: count,
  }),
  careers: z.strictObject({ learningBudget: count }),
})
export type Site = z.infer<typeof site>

const titledParagraph = z.strictObject({ title: text, text })
const pageHead = { title: text, description: text, heading: text, lead: text }
/** Common fields of static pages; `title` and `description` are for search engines. */
const page = <S extends z.ZodRawShape>(shape: S) => z.strictObject({ ...pageHead, ...shape })

const testimonial = z.strictObject({ quote: text, author: text, location: text, initials: text })
const question = z.strictObject({ question: text, answer: text })

const landingPage = z.strictObject({
  title: text,
  description: text,
  testimonials: z.array(testimonial).length(5),
  faq: z.array(question).length(6),
})

/** Paragraphs are separated by blank lines; lines with `- ` are a list. */
const section = z.strictObject({ heading: text, body: text })
const legalPage = page({ updated: z.iso.date(), sections: z.array(section).min(6) })

const caseStudiesPage = page({
  studies: z
    .array(
      z.strictObject({
        company: text,
        place: text,
        kind: text,
        headline: text,
        challenge: text,
        approach: text,
        result: text,
        figures: z.array(z.strictObject({ value: text, label: text })).length(3),
        quote: z.strictObject({ text, author: text, role: text }),
      }),
    )
    .length(3),
  note: text,
})

const aboutPage = page({
  mission: text,
  values: z.array(titledParagraph).length(4),
  numbers: z.array(z.strictObject({ value: text, label: text })).min(4),
  leaders: z.array(z.strictObject({ name: text, role: text, initials: text, about: text })).length(4),
})

const careersPage = page({
  roles: z.array(z.strictObject({ title: text, team: text, place: text, kind: text, about: text })).length(6),
  benefits: z.array(titledParagraph).length(6),
})

const partnersPage = page({
  benefits: z.array(titledParagraph).length(6),
  programs: z.array(z.strictObject({ title: text, for: text, text, terms: z.array(text).min(2) })).length(4),
  steps: z.array(titledParagraph).length(4),
})

const securityPage = page({
  areas: z.array(z.strictObject({ title: text, text, points: z.array(text).min(2) })).min(6),
  roles: z.array(z.strictObject({ name: text, text })).length(3),
  reporting: text,
})

const complianceStatuses = ['Certified', 'Compliant', 'Available', 'In Progress', 'Planned', 'Ready'] as const
const compliancePage = page({
  cards: z
    .array(
      z.strictObject({
        title: text,
        description: text,
        details: z.array(text).min(2),
        status: z.enum(complianceStatuses),
        icon: z.enum(['shield', 'lock', 'globe', 'heart', 'certificate', 'card', 'landmark']),
      }),
    )
    .min(6),
  privacy: z.strictObject({
    lead: text,
    rights: z.array(titledParagraph).length(6),
    regimes: z.array(text).min(4),
  }),
  industry: z.strictObject({
    lead: text,
    laws: z.array(titledParagraph).length(4),
    regimes: z.array(titledParagraph).length(4),
  }),
  vendors: z.strictObject({
    lead: text,
    commitments: z.array(text).min(3),
    subprocessors: z.array(z.strictObject({ name: text, purpose: text, data: text, place: text })).min(4),
  }),
  audit: z.strictObject({
    reports: z.array(titledParagraph).min(3),
    schedule: z.array(z.strictObject({ what: text, when: text })).length(4),
  }),
  program: z.strictObject({ lead: text, practices: z.array(titledParagraph).min(4) }),
  contacts: z.strictObject({
    lead: text,
    mailboxes: z.array(z.strictObject({ role: text, email, text })).length(4),
  }),
})

const integrationsPage = page({
  groups: z
    .array(
      z.strictObject({
        name: text,
        lead: text,
        integrations: z
          .array(
            z.strictObject({
              name: text,
              text,
              /** `built in` needs no setup, `with a key` needs an API key, `by file` works by export and import. */
              how: z.enum(['built in', 'with a key', 'by file']),
              /** Documentation page. */
              guide: text.optional(),
            }),
          )
          .min(2),
      }),
    )
    .min(4),
})

const contactPage = page({ subjects: z.array(text).min(3) })

/** The static pages by file name. */
export const sitePages = z.strictObject({
  landing: landingPage,
  'case-studies': caseStudiesPage,
  about: aboutPage,
  careers: careersPage,
  partners: partnersPage,
  contact: contactPage,
  privacy: legalPage,
  terms: legalPage.extend({ sections: z.array(section).length(16) }),
  security: securityPage,
  compliance: compliancePage,
  integrations: integrationsPage,
})
export type SitePages = z.infer<typeof sitePages>
