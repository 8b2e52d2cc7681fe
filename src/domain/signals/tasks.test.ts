import { describe, expect, test } from 'vitest'
import { SUBTYPES, type Subtype } from '../score/parameters.ts'
import { CATEGORIES } from './categories.ts'
import { type TaskSignal, tasksFor } from './tasks.ts'

const today = '2026-11-15'
const signal = (subtype: Subtype, overrides: Partial<TaskSignal> = {}): TaskSignal => ({
  category: SUBTYPES[subtype].category,
  subtype,
  confidence: 0.9,
  eventDate: '2026-09-15',
  ...overrides,
})
const makeTasks = (...liveSignals: TaskSignal[]) =>
  tasksFor({ today, liveSignals, doNotContact: false, listedForSale: false })

const ALL_SUBTYPES: Subtype[] = [
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
    const createdTasks = makeTasks(...ALL_SUBTYPES.map((subtype) => signal(subtype)).reverse())
    const keys = CATEGORIES.map((category) =>
      category === 'downsizing' ? 'downsizing:standing' : `${category}:2026-09`,
    )
    expect(createdTasks.map(({ key }) => key)).toEqual(keys)
    expect(makeTasks(signal('debt.nod'), signal('debt.taxlien', { eventDate: '2026-01-01' }))).toHaveLength(1)
    expect(makeTasks()).toEqual([])
  })

  test('takes month and priority from the strongest signal', () => {
    const [task] = makeTasks(signal('debt.taxlien', { eventDate: '2026-01-01' }), signal('debt.auction'))
    expect(task).toMatchObject({ key: 'debt:2026-09', priority: 'high', dueInDays: 3, dueDate: '2026-11-18' })
    expect(makeTasks(signal('diamonds'))[0]).toMatchObject({ priority: 'medium', dueDate: '2026-11-22' })
    expect(makeTasks(signal('destinations.local'))[0]).toMatchObject({
      priority: 'low',
      dueDate: '2026-11-29',
    })
  })

  test('makes the same keys in any signal order', () => {
    const signals = [
      signal('diamonds', { eventDate: '2026-08-01' }),
      signal('diamonds', { eventDate: '2026-10-01' }),
    ]
    expect(makeTasks(...signals)).toEqual(makeTasks(...signals.toReversed()))
    expect(makeTasks(...signals)[0]?.key).toBe('diamonds:2026-10')
  })

  test('makes no tasks for do-not-contact', () => {
    expect(
      tasksFor({
        today,
        liveSignals: ALL_SUBTYPES.map((subtype) => signal(subtype)),
        doNotContact: true,
        listedForSale: false,
      }),
    ).toEqual([])
  })

  test('makes no tasks when the home is listed for sale', () => {
    const liveSignals = ALL_SUBTYPES.map((subtype) => signal(subtype))
    expect(tasksFor({ today, liveSignals, doNotContact: false, listedForSale: true })).toEqual([])
  })

  test('delays grief and damage by thirty days and asks for a review', () => {
    for (const subtype of ['death.estate', 'death.survivor', 'disaster.damage'] as const) {
      const [task] = makeTasks(signal(subtype))
      expect(task).toMatchObject({
        title: 'Personal contact only. Review first.',
        dueInDays: 30,
        dueDate: '2026-12-15',
      })
    }
  })

  test('makes no task from a county declaration with confidence below 0.3', () => {
    expect(makeTasks(signal('disaster.county', { confidence: 0.1 }))).toEqual([])
    expect(makeTasks(signal('disaster.county', { confidence: 0.3 }))).toHaveLength(1)
    expect(makeTasks(signal('disaster.damage', { confidence: 0.1 }))).toHaveLength(1)
  })

  test('makes one task from a changed surname', () => {
    const surnameChange = { documentId: 'surname:a:b' }
    const readings = [signal('diamonds', surnameChange), signal('divorce.inferred', surnameChange)]
    expect(makeTasks(...readings).map(({ category }) => category)).toEqual(['diamonds'])
    expect(makeTasks(...readings, signal('divorce.filed', { documentId: 'D-1' }))).toHaveLength(2)
    expect(makeTasks(signal('divorce.inferred', surnameChange))).toHaveLength(1)
  })

  test('names no life event in sensitive texts', () => {
    const revealingWords =
      /death|died|dead|deceas|estate|widow|grie|loss|divorc|separat|split|debt|default|foreclos|auction|bankrupt|lien|\btax|birth|baby|child|famil|infant|disaster|flood|fire|storm|damage/i
    for (const { category, title, description } of makeTasks(
      ...ALL_SUBTYPES.map((subtype) => signal(subtype)),
    )) {
      if (!['death', 'divorce', 'debt', 'diapers', 'disaster'].includes(category)) continue
      expect(`${title} ${description}`).not.toMatch(revealingWords)
    }
  })

  test('ignores a subtype of another model', () => {
    expect(makeTasks({ ...signal('diamonds'), subtype: 'debt.other' as Subtype })).toEqual([])
  })
})
