import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

interface SampleSignal {
  category: Category
  label: string
  /** Illustrative, in percent. */
  percent: number
  /** What kind of event it stands for, in neutral words. */
  event: string
}

const SAMPLES: Readonly<Record<Category, Omit<SampleSignal, 'category'>>> = {
  death: { label: 'Death', percent: 12, event: 'An estate to settle, a household that changes.' },
  divorce: { label: 'Divorce', percent: 24, event: 'A court filing that may lead to two homes.' },
  downsizing: { label: 'Downsizing', percent: 45, event: 'More rooms than the people in them need.' },
  debt: { label: 'Debt/Default', percent: 18, event: 'A lien, a notice of default, a bankruptcy.' },
  diapers: { label: 'Diapers', percent: 67, event: 'A growing family that needs space.' },
  diplomas: { label: 'Diplomas', percent: 34, event: 'A degree finished, a first job elsewhere.' },
  diamonds: { label: 'Diamonds', percent: 28, event: 'Two households that become one.' },
  destinations: { label: 'Destinations', percent: 52, event: 'A new employer or a new city.' },
  disaster: { label: 'Disaster', percent: 8, event: 'Damage by storm, flood or fire.' },
}

/** The nine categories with the sample percentages that the landing page shows. */
export const SAMPLE_SIGNALS: readonly SampleSignal[] = CATEGORIES.map((category) => ({
  category,
  ...SAMPLES[category],
}))
