import { describe, expect, test } from 'vitest'
import { SUBTYPES, type Subtype } from '../score/parameters.ts'
import { CATEGORIES } from './categories.ts'
import { type TaskSignal, tasksFor } from './tasks.ts'

const today = '2026-11-15'
const signal = (subtype: Subtype, over: Partial<TaskSignal> = {}): TaskSignal => ({
  category: SUBTYPES[subtype].category,
  subtype,
  confidence: 0.9,
  eventDate: '2026-09-15',
  ...over,
})
const tasks = (...liveSignals: TaskSignal[]) =>
  tasksFor({ today, liveSignals, doNotContact: false, listedForSale: false })

const EVERY: Subtype[] = [
  'death.estate',
  'divorce.filed',
  'downsizing.state',
  'debt.nod',
  'diapers',
  'diplomas.young',
  'diamonds',
  'destinations.metro',
  'disaster.damage',
]

describe('A21 tasks from live signals', () => {
  test('makes one task per category, in order, keyed by month', () => {
    const made = tasks(...EVERY.map((subtype) => signal(subtype)).reverse())
    const months = CATEGORIES.map((category) =>
      category === 'downsizing' ? 'downsizing:standing' : `${category}:2026-09`,
    )
    expect(made.map(({ key }) => key)).toEqual(months)
    expect(tasks(signal('debt.nod'), signal('debt.taxlien', { eventDate: '2026-01-01' }))).toHaveLength(1)
    expect(tasks()).toEqual([])
  })

  test('takes month and priority from the strongest signal', () => {
    const [task] = tasks(signal('debt.taxlien', { eventDate: '2026-01-01' }), signal('debt.auction'))
    expect(task).toMatchObject({ key: 'debt:2026-09', priority: 'high', dueInDays: 3, dueDate: '2026-11-18' })
    expect(tasks(signal('diamonds'))[0]).toMatchObject({ priority: 'medium', dueDate: '2026-11-22' })
    expect(tasks(signal('destinations.local'))[0]).toMatchObject({ priority: 'low', dueDate: '2026-11-29' })
  })

  test('makes the same keys in any signal order', () => {
    const signals = [
      signal('diamonds', { eventDate: '2026-08-01' }),
      signal('diamonds', { eventDate: '2026-10-01' }),
    ]
    expect(tasks(...signals)).toEqual(tasks(...signals.toReversed()))
    expect(tasks(...signals)[0]?.key).toBe('diamonds:2026-10')
  })

  test('makes no tasks for do-not-contact', () => {
    expect(
      tasksFor({
        today,
        liveSignals: EVERY.map((subtype) => signal(subtype)),
        doNotContact: true,
        listedForSale: false,
      }),
    ).toEqual([])
  })

  test('makes no tasks when the home is listed for sale', () => {
    const liveSignals = EVERY.map((subtype) => signal(subtype))
    expect(tasksFor({ today, liveSignals, doNotContact: false, listedForSale: true })).toEqual([])
  })

  test('delays grief and damage by thirty days and asks for a review', () => {
    for (const subtype of ['death.estate', 'death.survivor', 'disaster.damage'] as const) {
      const [task] = tasks(signal(subtype))
      expect(task).toMatchObject({
        title: 'Personal touch only. Review first.',
        dueInDays: 30,
        dueDate: '2026-12-15',
      })
    }
  })

  test('makes no task from a county declaration below .30', () => {
    expect(tasks(signal('disaster.county', { confidence: 0.1 }))).toEqual([])
    expect(tasks(signal('disaster.county', { confidence: 0.3 }))).toHaveLength(1)
    expect(tasks(signal('disaster.damage', { confidence: 0.1 }))).toHaveLength(1)
  })

  test('makes one task from a changed surname', () => {
    const shared = { documentId: 'surname:a:b' }
    const readings = [signal('diamonds', shared), signal('divorce.inferred', shared)]
    expect(tasks(...readings).map(({ category }) => category)).toEqual(['diamonds'])
    expect(tasks(...readings, signal('divorce.filed', { documentId: 'D-1' }))).toHaveLength(2)
    expect(tasks(signal('divorce.inferred', shared))).toHaveLength(1)
  })

  test('names no life event in sensitive texts', () => {
    const revealing =
      /death|died|dead|deceas|estate|widow|grie|loss|divorc|separat|split|debt|default|foreclos|auction|bankrupt|lien|\btax|birth|baby|child|famil|infant|disaster|flood|fire|storm|damage/i
    for (const { category, title, description } of tasks(...EVERY.map((subtype) => signal(subtype)))) {
      if (!['death', 'divorce', 'debt', 'diapers', 'disaster'].includes(category)) continue
      expect(`${title} ${description}`).not.toMatch(revealing)
    }
  })

  test('ignores a subtype of another model', () => {
    expect(tasks({ ...signal('diamonds'), subtype: 'debt.other' as Subtype })).toEqual([])
  })
})
