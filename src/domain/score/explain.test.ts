import { describe, expect, test } from 'vitest'
import { household, input, signal } from '#test/fixtures/score-input.ts'
import { chanceInWords, counterfactuals, scoreMeaning, signalDrivenChance } from './explain.ts'
import { scoreContact } from './score.ts'

const owner = household({ tenure: 'owner', age: 41, ownershipYears: 7 })
const filing = signal('divorce.filed', 2, 0.9, { id: 'filing' })
const notice = signal('debt.nod', 3, 0.95, { id: 'notice' })

describe('A13 score explanation', () => {
  test('states the meaning with the chance from all causes and the lift', () => {
    const result = scoreContact(input({ household: owner, signals: [filing] }))
    expect(scoreMeaning(result, 'owner')).toBe(
      '75 = one-in-three chance of a signal-driven move; 38% all causes, 4.7× similar owners',
    )
  })

  test('states low chances and a score without a live signal', () => {
    const weak = scoreContact(input({ signals: [signal('diapers', 3, 0.6)] }))
    expect(scoreMeaning(weak, null)).toMatch(
      /^1\d = one-in-\d\d chance of a signal-driven move; \d+% all causes, 1\.\d× similar households$/,
    )
    expect(scoreMeaning(scoreContact(input({ household: owner })), 'owner')).toBe(
      '0 = no live signal; 8% all causes, 1.0× similar owners',
    )
  })

  test.each([
    [0.005, 'less than one-in-100'],
    [0.05, 'one-in-20'],
    [0.085, 'one-in-twelve'],
    [0.18, 'one-in-six'],
    [0.33, 'one-in-three'],
    [0.4, 'two-in-five'],
    [0.49, 'one-in-two'],
    [0.65, 'two-in-three'],
    [0.92, 'nine-in-ten'],
    [0.99, 'more than 19-in-20'],
    [Number.NaN, 'less than one-in-100'],
  ])('puts a chance of %d in words: %s', (chance, words) => {
    expect(chanceInWords(chance)).toBe(words)
  })

  test('gives the score without each live signal', () => {
    const twoSignals = input({
      household: owner,
      signals: [notice, filing, signal('diapers', 300, 0.9, { id: 'old' })],
    })
    const [first, second, ...otherCounterfactuals] = counterfactuals(twoSignals, scoreContact(twoSignals))
    const scoreWith = (signals: typeof twoSignals.signals) => scoreContact({ ...twoSignals, signals }).score
    expect(first).toMatchObject({
      signalId: 'filing',
      category: 'divorce',
      scoreWithout: scoreWith([notice]),
    })
    expect(second).toMatchObject({
      signalId: 'notice',
      scoreWithout: scoreWith([filing]),
      difference: 91 - 75,
    })
    expect(otherCounterfactuals).toEqual([])
    const oneSignal = input({ household: owner, signals: [filing] })
    expect(counterfactuals(oneSignal, scoreContact(oneSignal))[0]).toMatchObject({
      scoreWithout: 0,
      difference: 75,
    })
  })

  test('gives the peak and end of each live signal', () => {
    const { signals, hazard } = scoreContact(input({ household: owner, signals: [filing] }))
    expect(signals).toHaveLength(1)
    expect(signals[0]?.live).toBe(true)
    expect(signals[0]?.peakFrom?.localeCompare(filing.eventDate)).toBe(-1)
    expect(signals[0]?.expiresAt?.localeCompare(signals[0]?.peakTo ?? '')).toBe(1)
    expect(signalDrivenChance(hazard)).toBeCloseTo(1 / 3, 1)
    expect(signalDrivenChance(0)).toBe(0)
  })
})
