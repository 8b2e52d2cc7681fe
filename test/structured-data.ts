import { z } from 'zod'

// The part of schema.org's vocabulary that the site uses. Every object is strict: an unknown type or property is a
// mistake, or has to be added here with its values.

const text = z.string().trim().min(1)
const url = z.url({ protocol: /^https?$/ })
const language = z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/)
const date = z.union([z.iso.date(), z.iso.datetime({ offset: true })])
const duration = z.iso.duration()
const count = z.int().nonnegative()
const price = z.number().nonnegative()
const oneOrMany = <T extends z.ZodType>(schema: T) => z.union([schema, z.array(schema).min(1)])
/** Reference to a node described elsewhere on the page. */
const reference = z.strictObject({ '@id': url })

/** Schema of a node type with required and optional properties. */
function node<
  const Type extends string,
  const Wanted extends z.ZodRawShape,
  const Possible extends z.ZodRawShape = Record<never, never>,
>(type: Type, required: Wanted, optional = {} as Possible) {
  return z.strictObject({
    '@type': z.literal(type),
    '@id': url.optional(),
    ...required,
    ...z.object(optional).partial().shape,
  })
}

const imageObject = node('ImageObject', { url, width: count, height: count }, { caption: text })
const image = z.union([url, imageObject])
const postalAddress = node(
  'PostalAddress',
  { streetAddress: text, addressLocality: text, addressCountry: text },
  { addressRegion: text, postalCode: text },
)
const openingHours = node(
  'OpeningHoursSpecification',
  { dayOfWeek: oneOrMany(text), opens: text, closes: text },
  { description: text },
)
const contactPoint = node(
  'ContactPoint',
  { contactType: text, email: z.email() },
  {
    telephone: text,
    url,
    availableLanguage: oneOrMany(text),
    hoursAvailable: oneOrMany(openingHours),
    areaServed: text,
  },
)
const person = node('Person', { name: text }, { jobTitle: text, url, description: text, worksFor: reference })
const organization = node(
  'Organization',
  { name: text, url },
  {
    ...{
      logo: image,
      legalName: text,
      slogan: text,
      description: text,
      email: z.email(),
      sameAs: oneOrMany(url),
    },
    ...{
      address: z.union([text, postalAddress]),
      contactPoint: oneOrMany(contactPoint),
      employee: oneOrMany(person),
    },
  },
)
const author = z.union([person, organization, reference])

const webSite = node(
  'WebSite',
  { name: text, url },
  { publisher: author, description: text, inLanguage: language },
)
const unitPrice = node(
  'UnitPriceSpecification',
  { price, priceCurrency: z.string().length(3) },
  // UN/CEFACT: a month and a year.
  { unitCode: z.enum(['MON', 'ANN']), billingDuration: z.union([text, count]), billingIncrement: count },
)
const offer = node(
  'Offer',
  { price, priceCurrency: z.string().length(3), url },
  { name: text, description: text, priceSpecification: unitPrice, availability: url, category: text },
)
const application = (type: 'SoftwareApplication' | 'WebApplication') =>
  node(
    type,
    { name: text, applicationCategory: text, operatingSystem: text, offers: oneOrMany(offer) },
    {
      description: text,
      url,
      publisher: author,
      featureList: oneOrMany(text),
      image,
      screenshot: oneOrMany(image),
    },
  )

const answer = node('Answer', { text })
const question = node('Question', { name: text, acceptedAnswer: answer })
const faqPage = node(
  'FAQPage',
  { mainEntity: z.array(question).min(1) },
  { url, name: text, inLanguage: language },
)

const listItem = node('ListItem', { position: count, name: text }, { item: url })
const breadcrumbList = node('BreadcrumbList', {
  itemListElement: z
    .array(listItem)
    .min(2)
    .refine((items) => items.every((item, i) => item.position === i + 1), {
      error: 'the places are not counted from 1',
    }),
})

const headline = text.max(110)
const writing = {
  ...{
    articleSection: text,
    keywords: z.union([text, z.array(text)]),
    wordCount: count,
    inLanguage: language,
  },
  ...{ timeRequired: duration, isPartOf: reference, about: text, url },
}
const blogPosting = node(
  'BlogPosting',
  {
    ...{ headline, description: text, image: oneOrMany(image), datePublished: date, dateModified: date },
    ...{ author: oneOrMany(author), publisher: author, mainEntityOfPage: z.union([url, reference]) },
  },
  writing,
)
const techArticle = node(
  'TechArticle',
  { headline, description: text },
  {
    ...writing,
    ...{ image: oneOrMany(image), datePublished: date, dateModified: date, author: oneOrMany(author) },
    ...{ publisher: author, mainEntityOfPage: z.union([url, reference]), proficiencyLevel: text },
  },
)
const webPage = (type: 'WebPage' | 'AboutPage' | 'ContactPage' | 'CollectionPage') =>
  node(
    type,
    { name: text, url },
    {
      description: text,
      inLanguage: language,
      isPartOf: reference,
      mainEntity: z.union([organization, reference]),
    },
  )
const step = node('HowToStep', { text }, { name: text, url, position: count })
const howTo = node(
  'HowTo',
  { name: text, step: z.array(step).min(1) },
  { description: text, totalTime: duration },
)
const webApi = node(
  'WebAPI',
  { name: text, description: text },
  { url, documentation: url, provider: author, termsOfService: url },
)
const blog = node('Blog', { name: text, url }, { description: text, publisher: author, inLanguage: language })

/** Allowed nodes of a page's structured data. */
const thing = z.discriminatedUnion('@type', [
  organization,
  webSite,
  application('SoftwareApplication'),
  application('WebApplication'),
  faqPage,
  breadcrumbList,
  blogPosting,
  techArticle,
  howTo,
  webApi,
  blog,
  contactPoint,
  webPage('WebPage'),
  webPage('AboutPage'),
  webPage('ContactPage'),
  webPage('CollectionPage'),
])
const context = z.object({ '@context': z.literal('https://schema.org') })
const graph = z.strictObject({ '@context': z.literal('https://schema.org'), '@graph': z.array(thing).min(1) })

/** Lists the mistakes of a JSON-LD block with their paths; empty if there are none. */
export function findMistakes(block: string): string[] {
  let read: unknown
  try {
    read = JSON.parse(block)
  } catch (error) {
    return [`is not JSON: ${String(error)}`]
  }
  if (typeof read === 'object' && read !== null && '@graph' in read)
    return describeErrors(graph.safeParse(read))
  const { '@context': _, ...content } = (read ?? {}) as Record<string, unknown>
  return [...describeErrors(context.safeParse(read)), ...describeErrors(thing.safeParse(content))]
}

function describeErrors({ error }: { error?: z.ZodError }): string[] {
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.') || 'the block'}: ${message}`)
}

type PropertyValue = { property: string; value: string }

/** Lists all URLs of a block with their properties, except `@id`s, which are names. */
export function addressesIn(block: unknown): PropertyValue[] {
  return valuesIn(block).filter(({ property, value }) => property !== '@id' && /^https?:\/\//.test(value))
}

/** Collects the ids a block defines and the ids it references without defining them. */
export function namesIn(block: unknown): { definedIds: string[]; referencedIds: string[] } {
  const definedIds: string[] = []
  const referencedIds: string[] = []
  visit(block, (object) => {
    const id = object['@id']
    if (typeof id === 'string') (Object.keys(object).length > 1 ? definedIds : referencedIds).push(id)
  })
  return { definedIds, referencedIds }
}

function valuesIn(block: unknown): PropertyValue[] {
  const values: PropertyValue[] = []
  visit(block, (object) => {
    for (const [property, value] of Object.entries(object)) {
      for (const each of Array.isArray(value) ? value : [value])
        if (typeof each === 'string' && property !== '@context') values.push({ property, value: each })
    }
  })
  return values
}

function visit(value: unknown, see: (object: Record<string, unknown>) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) see(value as Record<string, unknown>)
  for (const each of Object.values(value)) visit(each, see)
}
