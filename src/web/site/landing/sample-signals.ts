import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

interface SampleSignal {
  category: Category
  label: string
  /** Illustrative, in percent. */
  percent: number
  /** Neutral description of the event. */
  event: string
}

const SAMPLES: Readonly<Record<Category, Omit<SampleSignal, 'category'>>> = {
  death: { label: 'Death', percent: 12, event: 'An estate to settle, a change in the household.' },
  divorce: { label: 'Divorce', percent: 24, event: 'A court filing that may lead to two homes.' },
  downsizing: { label: 'Downsizing', percent: 45, event: 'A home bigger than its owners need.' },
  debt: { label: 'Debt/Default', percent: 18, event: 'A lien, a notice of default, a bankruptcy.' },
  diapers: { label: 'Diapers', percent: 67, event: 'A growing family that needs space.' },
  diplomas: { label: 'Diplomas', percent: 34, event: 'A new degree, a first job in another city.' },
  diamonds: { label: 'Diamonds', percent: 28, event: 'Two households becoming one.' },
  destinations: { label: 'Destinations', percent: 52, event: 'A new employer or a new city.' },
  disaster: { label: 'Disaster', percent: 8, event: 'Damage from a storm, flood or fire.' },
}

/** Example percentages on the landing page. */
export const SAMPLE_SIGNALS: readonly SampleSignal[] = CATEGORIES.map((category) => ({
  category,
  ...SAMPLES[category],
}))
